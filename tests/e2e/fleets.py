"""The examples of docs/fleets agree with a loop, also where profiles are damaged and a worker of Spark is killed.

    python tests/e2e/fleets.py            # FLEET_PROFILES=500 for as many profiles

Needs the packages of docs/fleets/requirements.txt, build/nsys-ai and build/tests/support/sketch; what is not there is
skipped with the reason.
"""
import csv
import importlib.util
import io
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs/fleets"
PROGRAM = ROOT / "build/nsys-ai"
SKETCH = ROOT / "build/tests/support/sketch"
PROFILES = int(os.environ.get("FLEET_PROFILES", "40"))
SKILL = "top_kernels"


def needs(*packages):
    lacking = [name for name in packages if importlib.util.find_spec(name) is None]
    return unittest.skipIf(lacking, f"needs {', '.join(lacking)}: pip install -r docs/fleets/requirements.txt")


def table(text):
    """Rows in any order, as engines give them."""
    rows = list(csv.reader(io.StringIO(text)))
    return rows[0], sorted(rows[1:])


def descendants(pid):
    found, parents = [], {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            after = entry.read_text().rsplit(")", 1)[1].split()
            parents[int(entry.parent.name)] = int(after[1])
        except (OSError, IndexError):
            pass
    for child in parents:
        above = parents.get(child)
        while above and above != pid:
            above = parents.get(above)
        if above == pid:
            found.append(child)
    return found


def is_worker(pid):
    """A process that a daemon of PySpark forked."""
    try:
        line = Path(f"/proc/{pid}/cmdline").read_bytes()
        parent = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
        return b"pyspark.daemon" in line and b"pyspark.daemon" in Path(f"/proc/{parent}/cmdline").read_bytes()
    except OSError:
        return False


@unittest.skipUnless(PROGRAM.exists() and SKETCH.exists(), "needs build/nsys-ai and build/tests/support/sketch")
class Fleets(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.profiles = cls.folder / "profiles"
        cls.profiles.mkdir()
        # The wheel as it is imported, with the program on PATH.
        (cls.folder / "nsight_profile_server").symlink_to(ROOT / "server/package/wheel")
        cls.environment = {**os.environ, "PYTHONPATH": str(cls.folder), "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}",
                           "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
        for number in range(PROFILES):
            path = cls.profiles / f"p{number:04}.sqlite"
            if number % 10 == 3:
                path.write_bytes(b"SQLite format 3\0 and no more")
                continue
            sketch = cls.folder / "one.sketch"
            sketch.write_text(f"repeat {number % 7} every 1ms {{ gpu 0 stream 7   gemm_{number % 5} 0..{100 + number}us   "
                              f"softmax 500..600us }}\ngpu 0 stream 7 memset 0..1us\n")
            subprocess.run([SKETCH, sketch, path], check=True)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def example(self, name, *words):
        done = subprocess.run([sys.executable, EXAMPLES / name, *map(str, words)], env=self.environment,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        return done.stdout

    def loop(self):
        if not hasattr(Fleets, "looped"):
            Fleets.looped = table(self.example("loop_folder.py", self.profiles, SKILL))
        return Fleets.looped

    @needs("pyarrow")
    def test_a_loop_has_each_profile_and_says_what_is_damaged(self):
        header, rows = self.loop()
        self.assertEqual(header[:4], ["capture", "status", "reason", "name"])
        self.assertEqual(len({row[0] for row in rows}), PROFILES)
        failed = [row for row in rows if row[1] == "failed"]
        self.assertEqual(len(failed), len(range(3, PROFILES, 10)))
        self.assertTrue(all("p" in row[2] for row in failed))

    @needs("pyarrow", "pyspark")
    def test_spark_agrees_while_a_worker_is_killed(self):
        running = subprocess.Popen([sys.executable, EXAMPLES / "spark_folder.py", self.profiles, SKILL],
                                   env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        killed = None
        while killed is None and running.poll() is None:
            workers = [pid for pid in descendants(running.pid) if is_worker(pid)]
            if workers:
                time.sleep(0.3)
                killed = workers[0]
                try:
                    os.kill(killed, signal.SIGKILL)
                except ProcessLookupError:
                    killed = None
            time.sleep(0.02)
        out, error = running.communicate()
        self.assertEqual(running.returncode, 0, error[-3000:])
        self.assertIsNotNone(killed, "no worker was seen")
        self.assertEqual(table(out), self.loop())

    @needs("pyarrow", "dask")
    def test_dask_agrees(self):
        self.assertEqual(table(self.example("dask_folder.py", self.profiles, SKILL)), self.loop())

    def run_all(self):
        done = subprocess.run([PROGRAM, "skill", "run-all", SKILL, self.profiles, "-o", self.folder / "answers"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)  # some are damaged
        return done.stdout

    @needs("pyarrow", "duckdb")
    def test_duckdb_sums_what_the_loop_has(self):
        self.run_all()
        sql = "SELECT name, sum(total_ns)::BIGINT AS ns FROM rows WHERE name IS NOT NULL GROUP BY name ORDER BY name"
        self.assertEqual(table(self.example("duckdb_folder.py", self.folder / "answers", SKILL, sql))[1], self.sums())
        self.assertEqual(self.run_all().count('"kept"'), PROFILES - len(range(3, PROFILES, 10)))

    @needs("pyarrow", "chdb")
    def test_clickhouse_sums_what_the_loop_has(self):
        self.run_all()
        sql = "SELECT name, sum(total_ns) AS ns FROM rows WHERE name IS NOT NULL GROUP BY name ORDER BY name"
        self.assertEqual(table(self.example("clickhouse_folder.py", self.folder / "answers", SKILL, sql))[1], self.sums())

    def sums(self):
        header, rows = self.loop()
        name, total = header.index("name"), header.index("total_ns")
        sums = {}
        for row in rows:
            if row[name]:
                sums[row[name]] = sums.get(row[name], 0) + int(row[total])
        return sorted([key, str(value)] for key, value in sums.items())


if __name__ == "__main__":
    unittest.main(verbosity=2)
