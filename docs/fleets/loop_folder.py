"""One skill over a folder, one profile after the other: what the other examples must agree with.

    python loop_folder.py FOLDER SKILL > rows.csv
"""
import sys
from pathlib import Path

import pyarrow
from pyarrow import csv

from nsight_profile_server import fleet

folder, skill = sys.argv[1:]
paths = sorted(map(str, Path(folder).rglob("*.sqlite")))
table = pyarrow.concat_tables(fleet.rows(path, skill) for path in paths)
csv.write_csv(table, sys.stdout.buffer)
