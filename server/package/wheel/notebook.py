"""Profiles in notebooks: pages in an output cell, and answers of skills as tables.

The program of this wheel answers, and ends with each answer: no server stays behind.
"""
import html
import json
import subprocess
from pathlib import Path

from .program import program


class ProgramError(RuntimeError):
    """What the program said when it failed: a sentence, and what to do."""


def _ask(*words):
    done = subprocess.run([program(), *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode != 0:
        raise ProgramError(done.stderr.decode("utf-8", "replace").strip())
    return done.stdout.decode("utf-8")


class View:
    """A profile's pages as one HTML page, which an output cell shows and which needs no server."""

    def __init__(self, page, height):
        self.page = page
        self.height = height

    def _repr_html_(self):
        # The page may run its scripts, and nothing else: it sees nothing of the notebook.
        return (f'<iframe sandbox="allow-scripts allow-downloads" style="width: 100%; height: {self.height}px; border: 0" '
                f'title="A profile" srcdoc="{html.escape(self.page)}"></iframe>')

    def save(self, path):
        """Writes the page as a file that a browser opens from the disk."""
        Path(path).write_text(self.page, encoding="utf-8")


def view(profile, at=None, trim=None, height=700):
    """Overview, timeline, tree, kernels, findings and skills of a profile, in an output cell.

    at: an event or a finding at which to begin, such as "kernel:1234". trim: (start, end) in seconds on the capture's
    clock, the part that the timeline holds in more detail. height: in pixels. Raises ProgramError.
    """
    words = ["viewer", str(profile), "-o", "-"]
    if at is not None:
        words += ["--at", str(at)]
    if trim is not None:
        words += ["--trim", str(trim[0]), str(trim[1])]
    return View(_ask(*words), int(height))


def answer(profile, skill, **params):
    """The answer of a skill as the program writes it in JSON: rows, columns with their units, scope and notes."""
    words = ["skill", "run", skill, str(profile), "--format", "json"]
    for name, value in params.items():
        words += ["-p", f"{name}={value}"]
    return json.loads(_ask(*words))


def answer_columns(skill):
    """The columns of a skill: name, type, unit and meaning."""
    for known in json.loads(_ask("skill", "list", "--format", "json"))["skills"]:
        if known["name"] == skill:
            return known["columns"]
    raise ProgramError(f"There is no skill {skill}. `nsys-ai skill list` shows all.")


def frame(profile, skill, **params):
    """The rows of the answer of a skill as a pandas.DataFrame; its `attrs` hold units, scope and notes."""
    import pandas

    found = answer(profile, skill, **params)
    columns = [column["name"] for column in found["columns"]]
    made = pandas.DataFrame(found["rows"], columns=columns)
    made.attrs = {
        "units": {column["name"]: column.get("unit", "") for column in found["columns"]},
        "scope": found.get("scope"),
        "notes": found.get("notes", []),
    }
    return made
