"""Answers about many profiles as Arrow tables, for engines that decide what runs where (docs/FLEETS.md).

The program writes Arrow, and nothing passes through JSON. Nothing is scheduled, tried twice or stored here.
"""
import subprocess
from functools import lru_cache
from pathlib import Path

from .notebook import ProgramError, answer_columns
from .program import program

# What stands before the columns of a skill in a table of many profiles.
STATUS = ("capture", "status", "reason")


def _stream(words):
    import pyarrow

    done = subprocess.run([program(), *words, "--format", "arrow"], stdin=subprocess.DEVNULL, capture_output=True,
                          check=False)
    if done.returncode != 0:
        raise ProgramError(done.stderr.decode("utf-8", "replace").strip())
    return pyarrow.ipc.open_stream(done.stdout).read_all()


def _words(params):
    return [word for name, value in params.items() for word in ("-p", f"{name}={value}")]


def arrow(profile, skill, **params):
    """The rows of the answer of a skill as a pyarrow.Table.

    The metadata of its fields hold unit and meaning; those of the schema outcome, reason, window and notes. Raises
    ProgramError where the profile cannot be read.
    """
    return _stream(["skill", "run", skill, str(profile), *_words(params)])


def query(profile, sql):
    """The rows of a SELECT over the tables of a profile, as a pyarrow.Table."""
    return _stream(["query", str(profile), sql])


def ranks(*paths):
    """A row a rank, step and collective of the run whose captures are at these paths, as a pyarrow.Table."""
    return _stream(["ranks", *map(str, paths)])


@lru_cache(maxsize=None)
def schema(skill):
    """The schema of `rows`: capture, status and reason, and the columns of the skill."""
    import pyarrow

    types = {"integer": pyarrow.int64(), "real": pyarrow.float64(), "text": pyarrow.string()}
    fields = [pyarrow.field(name, pyarrow.string()) for name in STATUS]
    for column in answer_columns(skill):
        metadata = {"unit": column.get("unit", ""), "doc": column.get("doc", "")}
        fields.append(pyarrow.field(column["name"], types[column["type"]], metadata=metadata))
    return pyarrow.schema(fields)


def rows(profile, skill, **params):
    """The answer about one profile in a table that those about others can be appended to.

    A profile that has no rows, or cannot be read, is one row without figures that says why.
    """
    import pyarrow

    wanted = schema(skill)
    try:
        table = arrow(profile, skill, **params)
    except ProgramError as error:
        status, reason, table = "failed", str(error), None
    else:
        metadata = table.schema.metadata or {}
        status = metadata.get(b"nsys-ai.outcome", b"rows").decode()
        reason = metadata.get(b"nsys-ai.reason", b"").decode() or None
    count = table.num_rows if table is not None and table.num_rows > 0 else 1
    stated = {"capture": str(profile), "status": status, "reason": reason}
    columns = []
    for field in wanted:
        if field.name in stated:
            columns.append(pyarrow.array([stated[field.name]] * count, field.type))
        elif table is not None and table.num_rows > 0:
            columns.append(table.column(field.name).cast(field.type).combine_chunks())
        else:
            columns.append(pyarrow.nulls(count, field.type))
    return pyarrow.Table.from_arrays(columns, schema=wanted)


def in_arrow(skill, **params):
    """A function for `mapInArrow` of Spark and `map_batches` of others: batches with a column `path` become rows."""
    def answered(batches):
        for batch in batches:
            for path in batch.column("path").to_pylist():
                yield from rows(path, skill, **params).to_batches()
    return answered


def spark_schema(skill):
    """The schema of `in_arrow` as Spark writes it: "capture string, ..., total_ns bigint"."""
    names = {"int64": "bigint", "double": "double", "string": "string"}
    return ", ".join(f"`{field.name}` {names[str(field.type)]}" for field in schema(skill))


def parquet(folder):
    """Writes rows.parquet beside each rows.arrow below a folder that `nsys-ai skill run-all` wrote; returns how many.

    What is there already is left alone, so that a run that was interrupted goes on.
    """
    import pyarrow
    import pyarrow.parquet

    written = 0
    for source in sorted(Path(folder).rglob("rows.arrow")):
        target = source.with_suffix(".parquet")
        if target.exists():
            continue
        with pyarrow.memory_map(str(source)) as file:
            table = pyarrow.ipc.open_stream(file).read_all()
        draft = target.with_suffix(".draft")
        pyarrow.parquet.write_table(table, str(draft))
        draft.rename(target)
        written += 1
    return written
