"""Imports sources with ranges while no file changes: sitecustomize calls `install`.

Run as a script, it is the script of the program, with ranges: `python nsys_ai_hook.py SCRIPT [WORD]...`.
"""
import ast
import bisect
import importlib.abc
import importlib.machinery
import json
import os
import sys
import types

from nsys_ai_annotate import MARK, Refused, Regions, Source, with_ranges, without_ranges


def compiled_code(data, path, name, labels):
    """The code of a source with ranges, in which every line has the number that it has without."""
    source = Source(without_ranges(data))
    chosen = [of for of in Regions(name, source, {}).all if of["label"] in labels and not of["refused"]]
    made = Source(source.encode(with_ranges(source, chosen)))
    inserted = [row for row, line in enumerate(made.lines, 1) if line.rstrip().endswith(MARK)]
    for node in ast.walk(made.tree):
        for field in ("lineno", "end_lineno"):
            if getattr(node, field, None):
                setattr(node, field, max(1, getattr(node, field) - bisect.bisect_left(inserted, getattr(node, field))))
    return compile(made.tree, path, "exec", dont_inherit=True)


def install(root, labels):
    """Has modules below a folder imported with ranges, and the main script run with them; no file changes."""
    wanted = {}
    for label in labels:
        name = label.rsplit(".py:", 1)[0] + ".py"
        path = os.path.join(root, name) if os.path.isdir(root) else root
        wanted.setdefault(os.path.realpath(path), (name, set()))[1].add(label)

    class Loader(importlib.machinery.SourceFileLoader):
        def get_code(self, fullname):
            path = self.get_filename(fullname)
            try:
                return compiled_code(self.get_data(path), path, *wanted[os.path.realpath(path)])
            except Refused as error:
                print(f"nsys-ai: {path} is imported without ranges: {error}", file=sys.stderr)
                return super().get_code(fullname)

    class Finder(importlib.abc.MetaPathFinder):
        def find_spec(self, fullname, path=None, target=None):
            spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
            if spec is None or not spec.has_location or os.path.realpath(spec.origin) not in wanted:
                return None
            spec.loader = Loader(fullname, spec.origin)
            return spec

    sys.meta_path.insert(0, Finder())
    run_main_again(wanted)
    return Loader


def run_main_again(wanted):
    """The interpreter compiles its script before a hook could: one that has ranges is run by this file instead."""
    words = getattr(sys, "orig_argv", [])
    at = 1
    while at < len(words) and words[at].startswith("-"):
        if words[at][1:2] in ("c", "m") or words[at] == "-":
            return
        at += 2 if words[at] in ("-W", "-X") else 1
    if at < len(words) and os.path.realpath(words[at]) in wanted and not os.environ.get("NSYS_AI_MAIN"):
        os.environ["NSYS_AI_MAIN"] = words[at]
        os.execv(sys.executable, [sys.executable, *words[1:at], __file__, *words[at:]])


def run_main(path, words):
    """Runs a script with ranges, as the interpreter would."""
    os.environ.pop("NSYS_AI_MAIN", None)
    sys.argv = [path, *words]
    sys.path[0] = os.path.dirname(os.path.realpath(path))
    folder = os.path.dirname(os.path.realpath(__file__))
    module = types.ModuleType("__main__")
    module.__file__, module.__builtins__ = os.path.abspath(path), __builtins__
    sys.modules["__main__"] = module
    with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
        plan = json.load(file)
    root = plan["root"]
    name = os.path.relpath(os.path.realpath(path), root) if os.path.isdir(root) else os.path.basename(root)
    with open(path, "rb") as file:
        code = compiled_code(file.read(), os.path.abspath(path), name, set(plan["labels"]))
    exec(code, module.__dict__)


if __name__ == "__main__":
    run_main(sys.argv[1], sys.argv[2:])
