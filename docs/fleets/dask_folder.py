"""The same by Dask, here on the processes of this machine.

    python dask_folder.py FOLDER SKILL > rows.csv
"""
import sys
from pathlib import Path

import dask.bag
import pyarrow
from pyarrow import csv

from nsight_profile_server import fleet

if __name__ == "__main__":
    folder, skill = sys.argv[1:]
    paths = sorted(map(str, Path(folder).rglob("*.sqlite")))
    tables = dask.bag.from_sequence(paths, npartitions=max(1, len(paths) // 16)).map(fleet.rows, skill)
    csv.write_csv(pyarrow.concat_tables(tables.compute(scheduler="processes", num_workers=2)), sys.stdout.buffer)
