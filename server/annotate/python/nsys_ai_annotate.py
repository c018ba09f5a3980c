"""Lists where NVTX ranges could go in sources, puts them in, and takes them back: Python here, CUDA and C++ by nsys_ai_cpp.

It uses the standard library alone and never imports the code that it reads. `python nsys_ai_annotate.py REQUEST REPLY`
reads a request and writes a reply, both JSON; nsys_ai_hook has sources imported with ranges instead.

A range is a `with` around the statements of a function, around one statement, or a wrapped callee, so that early
returns and exceptions end it, and no name of the program changes. What is put in carries a mark, and only the
indentation of lines changes besides: what is taken back is found in the text itself, also after other edits.
"""
import ast
import hashlib
import io
import json
import os
import re
import sys
import tokenize

PYTHON = (".py",)
CPP = (".cu", ".cuh", ".cpp", ".cc", ".cxx", ".h", ".hpp")
MARK = b"# nsys-ai"
RANGE = "_nsys_ai_range"
CALL = "_nsys_ai_call"
HEAD = [
    "try:",
    "    from nsys_ai_ranges import Range as _nsys_ai_range, call as _nsys_ai_call",
    "except ImportError:",
    "    from contextlib import nullcontext as _nsys_ai_range",
    "    _nsys_ai_call = lambda label, function: function",
]
# Parts of a dotted name that turn a function into something that a compiler reads, or compile what they are given.
COMPILERS = {"jit", "njit", "numba", "triton", "compile", "script", "trace", "symbolic_trace", "pjit", "export"}
COMPILING_MODULES = {"torch", "jax", "numba", "tf", "triton", "cuda"}
# They look at the frame that calls them, or launch nothing.
NEVER_WRAPPED = {
    "super", "locals", "globals", "vars", "dir", "eval", "exec", "breakpoint", "isinstance", "issubclass", "len",
    "range", "print", "getattr", "setattr", "hasattr", "type", "id", "enumerate", "zip", "repr", "str", "iter", "next",
    "warn", "_getframe", "currentframe", "stack", "getframeinfo", "ValueError", "TypeError", "RuntimeError",
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = FUNCTIONS + (ast.Lambda, ast.ClassDef)
SUSPENDS = (ast.Yield, ast.YieldFrom, ast.Await, ast.AsyncFor, ast.AsyncWith)
WORKS = (ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign, ast.Subscript)


class Refused(Exception):
    """A source that is left alone, with the reason."""


def dotted(node):
    """The parts of a dotted name: ["torch", "jit", "script"]; without what is no name."""
    parts = []
    while isinstance(node, (ast.Attribute, ast.Call, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            parts.append(node.attr)
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name):
        parts.append(node.id)
    return parts[::-1]


def is_compiler(node):
    parts = dotted(node)
    if not parts:
        return False
    if len(parts) == 1:
        return parts[0] in {"jit", "njit", "compile_ir", "script"}
    return parts[0] in COMPILING_MODULES and any(part in COMPILERS for part in parts) or parts[:2] == ["tf", "function"]


def own_nodes(node):
    """The nodes below one, without those of nested functions and classes."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, SCOPES):
            continue
        yield child
        yield from own_nodes(child)


def suspends(statements):
    """Whether running these statements can be suspended."""
    for statement in statements:
        if isinstance(statement, SCOPES):
            continue
        for node in [statement, *own_nodes(statement)]:
            if isinstance(node, SUSPENDS) or isinstance(node, ast.comprehension) and node.is_async:
                return True
    return False


def is_text(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def does_nothing(body):
    return all(is_text(of) or isinstance(of, (ast.Pass, ast.Raise)) for of in body)


class Source:
    """A source as lines of UTF-8, with its tree. Immutable."""

    def __init__(self, data):
        try:
            self.encoding = tokenize.detect_encoding(io.BytesIO(data).readline)[0]
            text = data.decode(self.encoding)
            if "\f" in text or "\v" in text:
                raise Refused("it has form feeds, which count as no indentation")
            self.tree = ast.parse(text)
            self.lines = [line.encode() for line in self.split(text)]
            self.digest = hashlib.sha256(data).hexdigest()
            self.starts, self.comments = self.read_tokens(text)
        except (SyntaxError, tokenize.TokenError, ValueError, UnicodeError) as error:
            line = getattr(error, "lineno", None)
            raise Refused(f"it is no valid Python{f', line {line}' if line else ''}: {getattr(error, 'msg', error)}")

    @staticmethod
    def split(text):
        return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", text)

    @staticmethod
    def read_tokens(text):
        """The lines on which a statement begins, and those that hold a comment alone."""
        starts, comments, inside = set(), set(), False
        plain = text.replace("\r\n", "\n").replace("\r", "\n")
        for token in tokenize.generate_tokens(io.StringIO(plain).readline):
            if token.type == tokenize.COMMENT and not inside:
                if not token.line[: token.start[1]].strip():
                    comments.add(token.start[0])
            elif token.type == tokenize.NEWLINE:
                inside = False
            elif token.type not in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.COMMENT):
                if not inside:
                    starts.add(token.start[0])
                inside = True
        return starts, comments

    def encode(self, lines):
        return b"".join(lines).decode().encode(self.encoding)

    def line(self, row):
        return self.lines[row - 1]

    def indent(self, row):
        line = self.line(row)
        return line[: len(line) - len(line.lstrip(b" \t"))]

    def newline(self, row):
        for line in (self.line(row), self.lines[0]):
            end = line[len(line.rstrip(b"\r\n")) :]
            if end:
                return end
        return b"\n"


def first_row(statement):
    return min([statement.lineno] + [of.lineno for of in getattr(statement, "decorator_list", [])])


def inner_bodies(statement):
    """The lists of statements in a compound statement."""
    for name in ("body", "orelse", "finalbody"):
        body = getattr(statement, name, None)
        if body and not isinstance(statement, SCOPES):
            yield body
    for part in list(getattr(statement, "handlers", [])) + list(getattr(statement, "cases", [])):
        yield part.body


def compiled_names(trees):
    """The functions and classes that a source has compiled, each with the place; and what could not be resolved."""
    names, unknown = {}, []
    for path, tree in trees:
        made = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and dotted(node.value.func):
                for target in node.targets:
                    if dotted(target):
                        made[dotted(target)[-1]] = dotted(node.value.func)[-1]
        defined = {node.name for _, tree in trees for node in ast.walk(tree) if isinstance(node, FUNCTIONS + (ast.ClassDef,))}
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and is_compiler(node.func) and node.args):
                continue
            given = dotted(node.args[0])
            name = given[-1] if given else None
            name = name if name in defined else made.get(name, name)
            if name in defined:
                names.setdefault(name, f"{path}:{node.lineno}")
            else:
                unknown.append(f"{path}:{node.lineno} compiles what the sources do not show; a range in it breaks its graph")
    return names, unknown


class Regions:
    """Where ranges could go in one source, and where not, with the reason."""

    def __init__(self, path, source, compiled):
        self.path, self.source, self.compiled = path, source, compiled
        self.all, self.labels = [], set()
        self.alone = self.rows_of_one_statement()
        self.statements(source.tree.body, "<module>", None, None)
        self.scope(source.tree.body, [], None)

    def annotated(self, data, labels):
        return annotated(data, self.path, labels, self.compiled)

    def rows_of_one_statement(self):
        """Whether no other statement shares a line with it, by its first and last line."""
        count = {}
        for node in ast.walk(self.source.tree):
            if isinstance(node, ast.stmt):
                compound = isinstance(node, SCOPES) or list(inner_bodies(node))
                for row in {first_row(node)} if compound else {first_row(node), node.end_lineno}:
                    count[row] = count.get(row, 0) + 1
        return count

    def add(self, kind, function, statements, parent, refused, node=None, callee=""):
        row = node.lineno if node is not None else first_row(statements[0])
        label, number = f"{self.path}:{row}:{function}{callee and f'({callee})'}", 1
        while label in self.labels:
            number += 1
            label = f"{self.path}:{row}:{function}({callee} {number})"
        self.labels.add(label)
        region = {
            "label": label, "kind": kind, "file": self.path, "function": function, "first_line": row,
            "last_line": (statements[-1] if statements else node).end_lineno, "parent": parent or "",
            "refused": refused or "", "calls": [],
        }
        region["_nodes"], region["_node"] = statements, node
        self.all.append(region)
        return region

    def scope(self, body, path, refused):
        """Functions and classes in a list of statements, and below."""
        for node in body:
            if isinstance(node, FUNCTIONS):
                self.function(node, path, refused)
            elif isinstance(node, ast.ClassDef):
                why = refused or self.reason_compiled(node)
                exported = any(is_compiler(of) for method in node.body for of in getattr(method, "decorator_list", []))
                self.scope(node.body, path + [node.name], why or exported and f"{node.name} has compiled methods")
            else:
                for inner in inner_bodies(node):
                    self.scope(inner, path, refused)

    def reason_compiled(self, node):
        for of in node.decorator_list:
            if is_compiler(of):
                return f"{'.'.join(dotted(of))} compiles it"
        if node.name in self.compiled:
            return f"{self.compiled[node.name]} compiles it"
        return None

    def function(self, node, path, refused):
        name = ".".join(path + [node.name])
        why = refused or self.reason_compiled(node)
        body = node.body[1:] if is_text(node.body[0]) else node.body
        region = self.add("function", name, body or node.body, None, why, node)
        region["last_line"] = node.end_lineno
        if not why:
            if does_nothing(node.body):
                region["refused"] = "it does nothing"
            elif self.source.line(first_row(body[0]))[: self.column(body[0])].strip():
                region["refused"] = "its body stands on the line of its head"
            elif suspends(body):
                region["refused"] = "it can be suspended, and the range would stay open"
            elif not self.can_indent(body):
                region["refused"] = "its lines hold more than one statement"
        self.statements(body, name, region["label"], why)
        self.scope(body, path + [node.name], why)

    def can_indent(self, statements):
        first, last = statements[0], statements[-1]
        row = first_row(first)
        if self.source.line(row)[: self.column(first)].strip():
            return False
        tail = self.source.line(last.end_lineno)[last.end_col_offset :].strip()
        return not tail or tail.startswith((b"#", b";")) and not tail.strip(b"; ").strip() or tail.startswith(b"#")

    @staticmethod
    def column(statement):
        return statement.decorator_list[0].col_offset - 1 if getattr(statement, "decorator_list", []) else statement.col_offset

    def statements(self, body, function, parent, refused):
        for node in body:
            if isinstance(node, SCOPES + (ast.Import, ast.ImportFrom, ast.Raise, ast.Assert, ast.Delete)) or is_text(node):
                continue
            if not any(isinstance(of, WORKS) for of in [node, *own_nodes(node)]):
                continue
            if isinstance(node, ast.If) and self.source.line(node.lineno)[node.col_offset :].startswith(b"elif"):
                for part in inner_bodies(node):
                    self.statements(part, function, parent, refused)
                self.calls(node, function, parent, refused)
                continue
            why = refused
            if not why and suspends([node]):
                why = "it can be suspended, and the range would stay open"
            if not why and not (self.can_indent([node]) and self.is_alone(node)):
                why = "its lines hold more than one statement"
            region = self.add("statement", function, [node], parent, why)
            inner = list(inner_bodies(node))
            for part in inner:
                self.statements(part, function, region["label"], refused)
            self.calls(node, function, region["label"], refused)

    def is_alone(self, node):
        return self.alone.get(first_row(node), 0) == 1 and (list(inner_bodies(node)) or self.alone.get(node.end_lineno, 0) == 1)

    def calls(self, statement, function, parent, refused):
        """Calls in the expressions of a statement itself.

        Those at the top of a module often define something, by the frame that calls them: `namedtuple`, `TypeVar`.
        """
        if refused or any(statement is of for of in self.source.tree.body):
            return
        awaited = {id(of.value) for of in own_nodes(statement) if isinstance(of, ast.Await)}

        def walk(node):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, SCOPES + (ast.stmt, ast.JoinedStr, ast.ExceptHandler)) or type(child).__name__ in ("match_case", "TemplateStr"):
                    continue
                if isinstance(node, ast.AnnAssign) and child is node.annotation:
                    continue
                walk(child)
                if isinstance(child, ast.Call) and id(child) not in awaited and self.can_wrap(child):
                    of = self.add("call", function, [], parent, None, child, ".".join(dotted(child.func)) or "call")
                    of["first_line"], of["last_line"] = child.lineno, child.end_lineno

        walk(statement)

    @staticmethod
    def can_wrap(node):
        callee = node.func
        if not isinstance(callee, (ast.Name, ast.Attribute, ast.Subscript)):
            return False
        parts = dotted(callee)
        if not parts or parts[-1] in NEVER_WRAPPED or parts[0] in ("warnings", "inspect", "sys", "logging"):
            return False
        return (callee.lineno, callee.col_offset) == (node.lineno, node.col_offset)


def with_ranges(source, regions):
    """The lines of the source with ranges put in."""
    blocks = [of for of in regions if of["kind"] != "call"]
    spans = []
    for of in blocks:
        nodes = of["_nodes"]
        spans.append((first_row(nodes[0]), -max(node.end_lineno for node in nodes), of["kind"] != "function", of["label"]))
    around = {}  # by line, the outermost first
    for span in sorted(spans):
        for row in range(span[0], 1 - span[1]):
            around.setdefault(row, []).append(span)
    edits = {}
    for of in regions:
        if of["kind"] == "call":
            callee = of["_node"].func
            edits.setdefault(callee.lineno, []).append((callee.col_offset, 1, f"{CALL}({ascii(of['label'])}, ".encode()))
            edits.setdefault(callee.end_lineno, []).append((callee.end_col_offset, 0, b")"))
    lines = []
    head = head_row(source, source.tree) if regions else 0
    for row in range(1, len(source.lines) + 2):
        if head and row == head:
            end = source.newline(min(row, len(source.lines)))
            if lines and not lines[-1].endswith((b"\n", b"\r")):
                raise Refused("it has no line for the import")
            lines += [line.encode() + b"  " + MARK + end for line in HEAD]
        if row > len(source.lines):
            break
        line = source.line(row)
        for column, _, text in sorted(edits.get(row, []), key=lambda of: (of[0], of[1]), reverse=True):
            line = line[:column] + text + line[column:]
        prefix = b""
        for first, _, _, label in around.get(row, ()):
            indent = source.indent(first)
            unit = b"\t" if indent.startswith(b"\t") else b"    "
            if row == first:
                lines.append(prefix + indent + f"with {RANGE}({ascii(label)}):  ".encode() + MARK + source.newline(row))
            if row in source.starts or row in source.comments and len(source.indent(row)) >= len(indent):
                prefix += unit
        lines.append(prefix + line)
    return lines


def head_row(source, tree):
    """The line before which the import of the ranges stands."""
    for at, node in enumerate(tree.body):
        text = at == 0 and is_text(node)
        if text or isinstance(node, ast.ImportFrom) and node.module == "__future__":
            continue
        if source.line(first_row(node))[: Regions.column(node)].strip():
            raise Refused("its first statement shares a line with a text")
        return first_row(node)
    return len(source.lines) + 1


class Plain(ast.NodeTransformer):
    """The tree as it is without ranges."""

    def visit_With(self, node):
        self.generic_visit(node)
        return node.body if is_range(node) else node

    def visit_Call(self, node):
        self.generic_visit(node)
        return node.args[1] if is_wrapped(node) else node

    def visit_Try(self, node):
        self.generic_visit(node)
        return None if is_head(node) else node


def is_range(node):
    of = node.items[0].context_expr
    return len(node.items) == 1 and isinstance(of, ast.Call) and dotted(of.func) == [RANGE]


def is_wrapped(node):
    return isinstance(node.func, ast.Name) and node.func.id == CALL and len(node.args) == 2


def is_inserted(node):
    """Whether a call is one of those that make ranges."""
    return isinstance(node.func, ast.Name) and node.func.id in (RANGE, CALL)


def is_head(node):
    return isinstance(node.body[0], ast.ImportFrom) and node.body[0].module == "nsys_ai_ranges"


def plain_dump(tree):
    return ast.dump(ast.fix_missing_locations(Plain().visit(tree)))


def without_ranges(data):
    """The bytes of a source without the ranges that it has."""
    if RANGE.encode() not in data and CALL.encode() not in data:
        return data
    source = Source(data)
    drop, units, cuts = set(), {}, {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.With) and is_range(node):
            marked = [row for row in range(node.lineno, first_row(node.body[0])) if MARK in source.line(row)]
            drop.update(range(node.lineno, (marked or [node.items[0].context_expr.end_lineno])[0] + 1))
            indent = source.indent(node.lineno)
            unit = b"\t" if indent.startswith(b"\t") else b"    "
            for row in range(first_row(node.body[0]), node.end_lineno + 1):
                deeper = len(source.indent(row)) >= len(indent) + len(unit)
                if row in source.starts or row in source.comments and deeper:
                    units.setdefault(row, []).append(unit)
        elif isinstance(node, ast.Try) and is_head(node):
            drop.update(range(node.lineno, node.end_lineno + 1))
        elif isinstance(node, ast.Call) and is_wrapped(node):
            callee = node.args[1]
            if node.lineno != callee.lineno or node.end_lineno != callee.end_lineno:
                raise Refused(f"line {node.lineno} has a wrapped call that spans lines; put it on one line")
            cuts.setdefault(node.lineno, []).append((node.col_offset, callee.col_offset))
            cuts.setdefault(node.end_lineno, []).append((callee.end_col_offset, node.end_col_offset))
    lines = []
    for row, line in enumerate(source.lines, 1):
        if row in drop:
            continue
        for begin, end in sorted(cuts.get(row, []), reverse=True):
            line = line[:begin] + line[end:]
        for unit in units.get(row, []):
            if not line.startswith(unit):
                raise Refused(f"line {row} is indented less than the range around it")
            line = line[len(unit) :]
        lines.append(line)
    plain = source.encode(lines)
    if ast.dump(Source(plain).tree) != plain_dump(source.tree):
        raise Refused("what is left would be another program")
    return plain


def annotated(data, path, labels, compiled):
    """The bytes with ranges of these labels; what had ranges is taken back first. Also the labels that were found."""
    plain = without_ranges(data)
    source = Source(plain)
    if b"_nsys_ai_" in plain:
        raise Refused("it uses names that ranges need")
    chosen = [of for of in Regions(path, source, compiled).all if of["label"] in labels and not of["refused"]]
    if not chosen:
        return plain, []
    made = source.encode(with_ranges(source, chosen))
    if plain_dump(Source(made).tree) != ast.dump(source.tree) or without_ranges(made) != plain:
        raise Refused("with ranges it would be another program")
    return made, [of["label"] for of in chosen]


def resolved(files):
    """Sets which functions each call may mean: their labels. By names, as far as the sources show them."""
    functions, classes, attributes = {}, {}, {}
    for regions in files:
        for of in regions.all:
            if of["kind"] == "function":
                functions.setdefault(of["function"].split(".")[-1], []).append(of)
        for node in ast.walk(regions.source.tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name] = node
    for node in classes.values():
        for part in ast.walk(node):
            if isinstance(part, ast.Assign):
                made = {name for of in ast.walk(part.value) if isinstance(of, ast.Call) for name in dotted(of.func)[-1:] if name in classes}
                for target in part.targets:
                    if made and isinstance(target, ast.Attribute):
                        attributes.setdefault(target.attr, set()).update(made)

    def of_class(name):
        return [of["label"] for method in ("forward", "__call__") for of in functions.get(method, []) if of["function"].endswith(f"{name}.{method}")]

    def meant(parts, local):
        name = parts[-1]
        made = local.get(name, set()) if len(parts) == 1 else attributes.get(name, set())
        labels = [label for of in made for label in of_class(of)]
        return labels or [of["label"] for of in functions.get(name, [])][:8]

    for regions in files:
        local = {}
        for node in ast.walk(regions.source.tree):
            pairs = [(node.target, node.iter)] if isinstance(node, (ast.For, ast.comprehension)) else []
            pairs += [(target, node.value) for target in node.targets] if isinstance(node, ast.Assign) else []
            for target, value in pairs:
                made = {name for of in ast.walk(value) if isinstance(of, ast.Attribute) for name in attributes.get(of.attr, ())}
                made |= {name for of in ast.walk(value) if isinstance(of, ast.Call) for name in dotted(of.func)[-1:] if name in classes}
                for of in ast.walk(target):
                    if isinstance(of, ast.Name) and made:
                        local.setdefault(of.id, set()).update(made)
        for region in regions.all:
            nodes = [region["_node"]] if region["kind"] == "call" else region["_nodes"] if region["kind"] == "statement" else []
            found = set()
            for top in nodes:
                calls = [top] if region["kind"] == "call" else [of for of in [top, *own_nodes(top)] if isinstance(of, ast.Call)]
                for of in calls:
                    parts = dotted(of.func)
                    if parts:
                        found.update(meant(parts, local))
            region["calls"] = sorted(found)


def regions_of(root, paths):
    """All regions of the sources, and what is said of each source."""
    read, notes, files = [], [], []
    for path in paths:
        name = name_below(root, path)
        try:
            with open(path, "rb") as file:
                read.append((name, path, Source(without_ranges(file.read()))))
        except (Refused, OSError) as error:
            notes.append(f"{name} is left alone: {error}")
    compiled, unknown = compiled_names([(name, source.tree) for name, _, source in read])
    files = [Regions(name, source, compiled) for name, _, source in read]
    resolved(files)
    refuse_compiled_callees(files)
    return files, {name: path for name, path, _ in read}, compiled, notes + unknown


def refuse_compiled_callees(files):
    """What a compiled function calls is compiled with it."""
    by_label = {of["label"]: of for regions in files for of in regions.all}
    below = {}
    for of in by_label.values():
        below.setdefault((of["file"], of["function"]), []).append(of)
    waiting = [of for of in by_label.values() if of["refused"].endswith("compiles it")]
    while waiting:
        of = waiting.pop()
        for label in of["calls"]:
            called = by_label[label]
            if called["refused"].endswith("compiles it"):
                continue
            for inner in below[(called["file"], called["function"])]:
                inner["refused"] = of["refused"]
                waiting.append(inner)


def files_below(root, endings):
    if not os.path.isdir(root):
        return [root] if root.endswith(endings) or endings == PYTHON and not root.endswith(CPP) else []
    found = []
    for folder, names, files in os.walk(root):
        names[:] = sorted(of for of in names if not of.startswith(".") and of not in ("__pycache__", "node_modules", "build", "venv", "site-packages"))
        found += [os.path.join(folder, of) for of in sorted(files) if of.endswith(endings) and of not in ("nsys_ai_ranges.py",)]
    return found


def public(region):
    return {key: value for key, value in region.items() if not key.startswith("_")}


def write(path, data):
    """Replaces a file at once, with its permissions."""
    import shutil
    path = os.path.realpath(path)
    part = f"{path}.nsys-ai-{os.getpid()}"
    with open(part, "wb") as file:
        file.write(data)
    shutil.copymode(path, part)
    os.replace(part, path)


def patch(path, before, after):
    import difflib

    def texts(data):
        return Source.split(data.decode("utf-8", "surrogateescape"))

    lines = []
    for line in difflib.unified_diff(texts(before), texts(after), f"a/{path}", f"b/{path}"):
        lines.append(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n")
    return "".join(lines).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def name_below(root, path):
    return os.path.relpath(path, root) if os.path.isdir(root) else os.path.basename(path)


def all_regions(request):
    """The regions of each source, of all languages that are asked for, and what is said of them."""
    root = request["root"]
    files, paths, _, notes = regions_of(root, files_below(root, PYTHON))
    cpp = {name_below(root, path): path for path in files_below(root, CPP)} if request["cpp"] else {}
    if cpp:
        import nsys_ai_cpp
        more, said = nsys_ai_cpp.regions_of(cpp)
        return files + more, {**paths, **cpp}, notes + said
    return files, paths, notes


def answer_regions(request):
    files, _, notes = all_regions(request)
    sources = [{"file": of.path, "digest": of.source.digest} for of in files if isinstance(of, Regions)]
    return {"regions": [public(of) for regions in files for of in regions.all], "sources": sources, "notes": notes}


def answer_apply(request):
    """Puts the ranges in, or shows the patch: nothing is written unless all of it can be."""
    files, paths, notes = all_regions(request)
    wanted = set(request["labels"])
    found, changes, patches = [], [], []
    for regions in files:
        allowed = {of["label"] for of in regions.all if of["label"] in wanted and not of["refused"]}
        refused = [of for of in regions.all if of["label"] in wanted and of["refused"]]
        notes += [f"{of['label']} gets no range: {of['refused']}" for of in refused]
        wanted -= {of["label"] for of in refused}
        with open(paths[regions.path], "rb") as file:
            data = file.read()
        try:
            made, labels = regions.annotated(data, allowed)
        except Refused as error:
            notes.append(f"{regions.path} is left alone: {error}")
            wanted -= allowed
            continue
        found += labels
        if made != data:
            changes.append((paths[regions.path], made))
            patches.append(patch(regions.path, data, made))
    notes += [f"{label} is in no source" for label in sorted(wanted - set(found))]
    if request["write"]:
        for path, made in changes:
            write(path, made)
    return {"labels": sorted(found), "files": len(changes), "patch": "".join(patches), "notes": notes}


def answer_revert(request):
    import nsys_ai_cpp
    notes, changed, root = [], 0, request["root"]
    for path in files_below(root, PYTHON) + files_below(root, CPP):
        try:
            with open(path, "rb") as file:
                data = file.read()
            plain = (nsys_ai_cpp.without_ranges if path.endswith(CPP) else without_ranges)(data)
        except (Refused, OSError) as error:
            notes.append(f"{name_below(root, path)} keeps its ranges: {error}")
            continue
        if plain != data:
            changed += 1
            write(path, plain)
    return {"labels": [], "files": changed, "patch": "", "notes": notes}


def answer_edit(request):
    """The lines that change in a text where one range is added at a place, or all are taken back."""
    import difflib

    text = request["text"]
    try:
        encoding = tokenize.detect_encoding(io.BytesIO(text.encode()).readline)[0]
        made = edited(text.encode(encoding), request["path"], request["line"], request["column"], request["around"])
    except (Refused, SyntaxError, UnicodeError) as error:
        return {"edits": [], "refused": str(error)}
    before, after = Source.split(text), Source.split(made.decode(encoding))
    edits = []
    for tag, first, end, begin, last in difflib.SequenceMatcher(None, before, after, False).get_opcodes():
        if tag != "equal":
            edits.append({"first_line": first, "end_line": end, "text": "".join(after[begin:last])})
    return {"edits": edits, "refused": ""}


def edited(data, path, line, column, around):
    plain = without_ranges(data)
    if around == "nothing":
        return plain
    now, source = Source(data), Source(plain)
    had = {of.args[0].value for of in ast.walk(now.tree) if isinstance(of, ast.Call) and is_inserted(of)}
    path = next((label.rsplit(".py:", 1)[0] + ".py" for label in sorted(had)), path)
    compiled, _ = compiled_names([(path, source.tree)])
    files = [Regions(path, source, compiled)]
    resolved(files)
    refuse_compiled_callees(files)
    if around == "call":
        inside = calls_at(now.tree, source.tree, line, column)
        fitting = [of for of in files[0].all if of["kind"] == around and id(of["_node"]) in inside]
    else:
        line -= sum(1 for of in now.lines[: line - 1] if of.rstrip().endswith(MARK))
        fitting = [of for of in files[0].all if of["kind"] == around and of["first_line"] <= line <= of["last_line"]]
    if not fitting:
        raise Refused(f"there is no {around} that could get one")
    chosen = min(fitting, key=lambda of: inside[id(of["_node"])] if around == "call" else of["last_line"] - of["first_line"])
    if chosen["refused"]:
        raise Refused(f"{chosen['function']}: {chosen['refused']}")
    if chosen["label"] in had:
        raise Refused(f"{chosen['label']} has one")
    return annotated(data, path, had | {chosen["label"]}, compiled)[0]


def calls_at(now, plain, line, column):
    """The calls of the plain tree around a place of the other one, or else on its line, each with its rank."""

    def calls(node):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Call) and not is_inserted(child):
                yield child
            yield from calls(child)

    pairs = list(zip(calls(plain), calls(now)))
    around = [of for of, seen in pairs if (seen.lineno, seen.col_offset) <= (line, column) <= (seen.end_lineno, seen.end_col_offset)]
    return {id(of): rank for rank, of in enumerate(around[::-1] or [of for of, seen in pairs if seen.lineno == line])}


def main(request_file, reply_file):
    with open(request_file, encoding="utf-8") as file:
        request = json.load(file)
    answers = {"regions": answer_regions, "apply": answer_apply, "revert": answer_revert, "edit": answer_edit}
    reply = answers[request["do"]](request)
    with open(reply_file, "w", encoding="utf-8") as file:
        json.dump(reply, file)


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # which -I leaves out
    import nsys_ai_annotate
    nsys_ai_annotate.main(*sys.argv[1:3])
