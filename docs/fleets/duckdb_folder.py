"""SQL by DuckDB over the Parquet files of a folder that `nsys-ai skill run-all` wrote.

    nsys-ai skill run-all top_kernels PROFILES -o answers
    python duckdb_folder.py answers top_kernels "SELECT capture, name, total_ns FROM rows ORDER BY total_ns DESC LIMIT 5"
"""
import sys

import duckdb

from nsight_profile_server import fleet

answers, skill, sql = sys.argv[1:]
fleet.parquet(answers)
duckdb.sql(f"""CREATE VIEW rows AS SELECT * FROM
    read_parquet('{answers}/skill={skill}/*/rows.parquet', hive_partitioning = true, union_by_name = true)""")
duckdb.sql(sql).write_csv("/dev/stdout")
