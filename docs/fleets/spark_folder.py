"""The same by Spark, here in local mode: `mapInArrow` hands each task some paths, and gets Arrow back.

    python spark_folder.py FOLDER SKILL > rows.csv

On a cluster the wheel is installed on each worker, and the profiles are where all of them reach them. A task whose
worker dies is tried again by Spark, three times here.
"""
import sys
from pathlib import Path

from pyarrow import csv
from pyspark.sql import SparkSession

from nsight_profile_server import fleet

folder, skill = sys.argv[1:]
paths = sorted(map(str, Path(folder).rglob("*.sqlite")))
spark = (SparkSession.builder.master("local[2, 3]").appName("profiles")
         .config("spark.ui.enabled", "false").config("spark.sql.execution.arrow.maxRecordsPerBatch", "8").getOrCreate())
spark.sparkContext.setLogLevel("ERROR")
work = spark.createDataFrame([(path,) for path in paths], "path string").repartition(max(2, len(paths) // 16))
found = work.mapInArrow(fleet.in_arrow(skill), fleet.spark_schema(skill))
csv.write_csv(found.toArrow(), sys.stdout.buffer)
spark.stop()
