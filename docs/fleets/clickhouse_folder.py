"""The same by ClickHouse, here in the process (chDB); a server reads the files by `s3(...)` or `file(...)` alike.

    python clickhouse_folder.py answers top_kernels "SELECT capture, name, total_ns FROM rows ORDER BY total_ns DESC LIMIT 5"
"""
import sys

import chdb

from nsight_profile_server import fleet

answers, skill, sql = sys.argv[1:]
fleet.parquet(answers)
source = f"""SELECT extract(_path, 'capture=([^/]*)') AS capture, *
    FROM file('{answers}/skill={skill}/*/rows.parquet', Parquet)"""
print(chdb.query(f"WITH rows AS ({source}) {sql}", "CSVWithNames"), end="")
