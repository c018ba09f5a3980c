"""Where NVTX ranges could go in CUDA and C++ sources; puts them in, and takes them back.

The sources are read by tree-sitter with its grammar of CUDA, which C++ is a part of. A range is an object that its scope
ends: at the start of a function's body, or with braces around one statement. It stands on the line that is there, so
that all lines keep their numbers, and needs NVTX's header for C alone, which older versions of CUDA have too. Ranges
are found in the text itself when they are taken back, which needs no parser.
"""
import os
import re
import site
import sys

from nsys_ai_annotate import Refused

ENDINGS = (".cu", ".cuh", ".cpp", ".cc", ".cxx", ".h", ".hpp")
NEEDED = "tree-sitter tree-sitter-cuda"
HEADER = b"nvToolsExt.h"
INCLUDE = b"#include <nvtx3/nvToolsExt.h> // nsys-ai"
END = b" /* nsys-ai */ }"


def object_of(kind, line, label):
    name = b"nsys_ai_%s_%d" % (kind, line)
    return b'struct %s { %s() { ::nvtxRangePushA("%s"); } ~%s() { ::nvtxRangePop(); } } %s_;' % (name, name, label, name, name)


def pattern_of(kind):
    """The object as a regular expression, in which its name is a group."""
    text = re.escape(object_of(kind, 0, b"LABEL")).replace(b"LABEL", rb'(?:[^"\\\r\n]|\\.)*')
    name = b"nsys_ai_%s_0" % kind
    return text.replace(name, b"(?P<%s>nsys_ai_%s_\\d+)" % (kind, kind), 1).replace(name, b"(?P=%s)" % kind)


PARTS = re.compile(
    rb"\{ " + pattern_of(b"range") + rb" |(?P<end>" + re.escape(END) + rb")| " + pattern_of(b"function")
    + rb"|" + re.escape(INCLUDE) + rb"(?:\r?\n#line \d+ // nsys-ai\r?\n)?"
)
STATEMENTS = {
    "expression_statement", "return_statement", "if_statement", "for_statement", "for_range_loop", "while_statement",
    "do_statement", "switch_statement", "try_statement", "compound_statement", "declaration",
}
# Nodes between a statement and the statements in it.
INNER = {"case_statement", "labeled_statement", "else_clause", "catch_clause", "preproc_if", "preproc_ifdef", "preproc_else", "preproc_elif"}
CPP_ALONE = {
    "namespace_definition", "class_specifier", "template_declaration", "using_declaration", "qualified_identifier",
    "reference_declarator", "access_specifier", "lambda_expression", "alias_declaration",
}
DEVICE_NAMES = {
    b"threadIdx", b"blockIdx", b"blockDim", b"__syncthreads", b"__syncwarp", b"__shared__", b"__shfl_sync",
    b"__shfl_down_sync", b"__shfl_xor_sync", b"__ldg",
}
CAPITALS = re.compile(rb"[A-Z][A-Z0-9_]{2,}")
# Macros that are one statement by what their name says.
ONE_STATEMENT = re.compile(rb"CHECK|DISPATCH|CALL|ERR|SAFE|ASSERT|LAUNCH|TRY|ENFORCE|SWITCH")


def new_parser():
    """A parser of CUDA; None where the packages are missing."""
    # The interpreter ignores these folders so far: nothing in them may come before its own library.
    sys.path += [of for of in os.environ.get("PYTHONPATH", "").split(os.pathsep) if of]
    sys.path.append(site.getusersitepackages())
    try:
        import tree_sitter
        import tree_sitter_cuda
    except ImportError:
        return None
    return tree_sitter.Parser(tree_sitter.Language(tree_sitter_cuda.language()))


def nodes_below(node):
    """The node and all below it, in the order of the text."""
    waiting = [node]
    while waiting:
        of = waiting.pop()
        yield of
        waiting += reversed(of.children)


def line_of(node):
    return node.start_point[0] + 1


def plain_name(text):
    """A name as people write it: without template arguments and on one line."""
    while b"<" in text and text != (text := re.sub(rb"<[^<>]*>", b"", text)):
        pass
    return b" ".join(text.split()).decode("utf-8", "replace")


def callee_of(call):
    function = call.child_by_field_name("function")
    return plain_name(function.text) if function is not None else ""


def has_call(node):
    return any(of.type == "call_expression" for of in nodes_below(node))


def macros_of(trees):
    """The macros that the sources define, and whether each does no harm: as one statement, or as words before a function."""
    found = {}
    for tree in trees:
        for node in nodes_below(tree.root_node):
            if node.type in ("preproc_function_def", "preproc_def"):
                name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
                text = re.sub(rb"^[\\\s]+", b"", value.text) if value is not None else b""
                one = text.startswith((b"do", b"(", b"{", b"if", b"for", b"while"))
                if node.type == "preproc_def":
                    one = not re.search(rb"[A-Z]{2}|device|global|constexpr|consteval|naked", text)
                found[name.text] = one and found.get(name.text, True)
    return found


def reason_of_head(node, body, macros):
    """Why the function gets no range, by what stands before its body."""
    declarator = node.child_by_field_name("declarator")
    words = [
        of.text
        for part in node.children
        if part not in (declarator, body) and part.type != "field_initializer_list"
        for of in nodes_below(part)
        if not of.children or of.type in ("attribute_specifier", "ms_declspec_modifier")
    ]
    for of in words:
        if of in (b"__global__", b"__device__") or of.startswith((b"__attribute__", b"__declspec")) and re.search(rb"device|global", of):
            return "it can run on the GPU"
        if b"naked" in of:
            return "it has no frame of its own"
        if of in (b"constexpr", b"consteval"):
            return "it can run in the compiler"
        if CAPITALS.fullmatch(of) and not macros.get(of, False):
            return f"{of.decode()} in its head may be a macro for code of the GPU"
    return ""


def reason_of_body(body):
    if body.type != "compound_statement":
        return "its body is no block"
    for of in nodes_below(body):
        if of.type.startswith("co_"):
            return "it can be suspended, and the range would stay open"
        if of.type == "preproc_call" and re.search(rb"omp\s+(?:declare\s+)?target|\bacc\b", of.text):
            return "it can run on the GPU"
        if of.type == "identifier" and of.text in DEVICE_NAMES or of.type == "__shared__":
            return "it can run on the GPU"
    return "" if has_call(body) else "it calls nothing"


def first_error(node):
    return next((of for of in nodes_below(node) if of.is_error or of.is_missing), None)


class CppRegions:
    """Where ranges could go in one source, and where not, with the reason."""

    def __init__(self, path, data, tree, parser, macros):
        self.path, self.data, self.tree, self.parser, self.macros = path, data, tree, parser, macros
        self.all, self.labels = [], set()
        self.scope(tree.root_node, [], self.reason_of_source())

    def reason_of_source(self):
        """Why none of it gets a range."""
        if b"nsys_ai_" in self.data or b"nsys-ai" in self.data:
            return "its source uses names that ranges need"
        if re.search(rb"^[ \t]*#[ \t]*(?:line\b|\d)", self.data, re.M):
            return "its source numbers the lines itself"
        if self.path.endswith(".h") and not any(of.type in CPP_ALONE for of in nodes_below(self.tree.root_node)):
            return "its source may be C, which has no scoped ranges"
        return ""

    def add(self, kind, function, node, row, parent, refused):
        label, number = f"{self.path}:{row}:{function}", 1
        while label in self.labels:
            number += 1
            label = f"{self.path}:{row}:{function}({number})"
        self.labels.add(label)
        calls = {callee_of(of) for of in nodes_below(node) if of.type == "call_expression"} if kind != "function" else set()
        self.all.append({
            "label": label, "kind": kind, "file": self.path, "function": function, "first_line": row,
            "last_line": node.end_point[0] + 1, "parent": parent, "refused": refused, "calls": sorted(calls), "_node": node,
        })
        return label

    def scope(self, node, path, refused):
        """Functions in a namespace, a class, or what else holds declarations."""
        for of in node.children:
            name = of.child_by_field_name("name")
            if of.type == "function_definition":
                self.function(of, path, refused)
            elif of.type == "namespace_definition" or of.type in ("class_specifier", "struct_specifier", "union_specifier"):
                self.scope(of, path + [plain_name(name.text)] if name is not None else path, refused)
            elif of.type == "ERROR":
                self.scope(of, path, refused or "the parser does not understand what is around it")
            elif of.type in ("preproc_if", "preproc_ifdef") and b"__CUDA_ARCH__" in of.text.split(b"\n")[0]:
                self.scope(of, path, refused or "it can run on the GPU")
            elif not of.type.startswith("preproc_") or of.type in INNER:
                self.scope(of, path, refused)

    def function(self, node, path, refused):
        body = node.child_by_field_name("body")
        declarator = node.child_by_field_name("declarator")
        while declarator is not None and declarator.type not in ("function_declarator", "operator_cast"):
            declarator = declarator.child_by_field_name("declarator") or next(
                (of for of in declarator.children if "declarator" in of.type or of.type == "operator_cast"), None)
        if body is None or declarator is None:
            return
        named = declarator.child_by_field_name("declarator") if declarator.type == "function_declarator" else declarator
        own = plain_name(named.text.split(b"(")[0] if named.type == "operator_cast" else named.text)
        error = first_error(node)
        why = refused or reason_of_head(node, body, self.macros)
        if not why and node.child_by_field_name("type") is None and CAPITALS.fullmatch(own.encode()):
            why = "its head is a macro"
        if not why and error is not None:
            why = f"the parser does not understand line {line_of(error)}"
        inside = why or reason_of_body(body)
        name = "::".join(path + [own])
        label = self.add("function", name, node, line_of(named), "", inside)
        self.all[-1]["_body"] = body
        if not inside:
            self.statements(body, name, label)
        if not why:
            self.local_classes(body, path + [own])

    def local_classes(self, node, path):
        for of in nodes_below(node):
            if of.type in ("class_specifier", "struct_specifier") and of.child_by_field_name("body") is not None:
                name = of.child_by_field_name("name")
                for member in of.child_by_field_name("body").children:
                    if member.type == "function_definition":
                        self.function(member, path + [plain_name(name.text)] if name is not None else path, "")

    def statements(self, node, function, parent):
        before = None
        for of in node.children:
            if of.type in STATEMENTS and has_call(of):
                is_part = node.type == "else_clause" and of.type == "if_statement"
                is_body = of.type == "compound_statement" and node.type not in ("compound_statement", "case_statement")
                label = parent
                if not is_part and not is_body and not (of.type == "declaration" and not self.is_in_block(node)):
                    label = self.add("statement", function, of, line_of(of), parent, self.reason_of_statement(of, before))
                self.statements(of, function, label)
            elif of.type in INNER:
                self.statements(of, function, parent)
            elif of.type == "lambda_expression":
                if not self.reason_of_lambda(of):
                    self.statements(of.child_by_field_name("body"), function, parent)
            elif of.type not in ("class_specifier", "struct_specifier"):
                self.statements(of, function, parent)
            if of.type != "comment":
                before = of

    @staticmethod
    def is_in_block(node):
        return node.type == "compound_statement" or node.type in INNER

    @staticmethod
    def reason_of_lambda(node):
        body = node.child_by_field_name("body")
        for part in node.children:
            if part != body and any(of.type in ("__device__", "__global__", "constexpr") or CAPITALS.fullmatch(of.text) for of in nodes_below(part)):
                return "it can run on the GPU"
        return ""

    def reason_of_statement(self, node, before):
        if node.type == "declaration":
            return "what it declares would end with its range"
        if before is not None and before.type == "preproc_call":
            return "a directive is about it"
        if any(of.type == "labeled_statement" for of in nodes_below(node)) or self.has_outer_case(node):
            return "a jump into it would pass the range by"
        made = node.named_children[0] if node.type == "expression_statement" and node.named_children else None
        if made is not None and made.type == "call_expression":
            name = made.child_by_field_name("function").text
            if not self.macros.get(name, bool(ONE_STATEMENT.search(name)) or not CAPITALS.fullmatch(name)):
                return f"{callee_of(made)} may be a macro that declares something"
        return ""

    @staticmethod
    def has_outer_case(node):
        waiting = [node]
        while waiting:
            of = waiting.pop()
            if of.type == "case_statement":
                return True
            if of.type != "switch_statement":
                waiting += of.children
        return False

    def annotated(self, data, labels):
        """The bytes with ranges of these labels; what had ranges is taken back first. Also the labels that were found."""
        plain = without_ranges(data)
        chosen = [of for of in self.all if of["label"] in labels and not of["refused"]]
        if not chosen:
            return plain, []
        made = with_ranges(plain, chosen, self.include(plain, chosen))
        if shape(self.parser.parse(made).root_node) != shape(self.tree.root_node) or without_ranges(made) != plain:
            raise Refused("with ranges it would be another program")
        return made, [of["label"] for of in chosen]

    def include(self, data, chosen):
        """Where the header of the ranges is included, and the text: an empty line behind the includes, outside of all declarations."""
        if any(of.type == "preproc_include" and HEADER in of.text for of in nodes_below(self.tree.root_node)):
            return None
        first, last = chosen[0]["_node"].start_byte, max(of["_node"].end_byte for of in chosen)
        node, places = self.tree.root_node, []
        while True:
            children = node.children
            behind = max([of.end_byte for of in children if of.type == "preproc_include" and of.end_byte <= first], default=0)
            places = self.empty_lines(data, node, first) or places
            inner = next((of for of in children if of.start_byte <= first and last <= of.end_byte), None)
            if inner is None or inner.type not in ("preproc_if", "preproc_ifdef", "preproc_else"):
                break
            node = inner
        if places:
            return next((of for of in places if of >= behind), places[-1]), INCLUDE
        at = next(of for of in children if of.end_byte > first).start_byte
        row = data.rfind(b"\n", 0, at) + 1
        if data[row:at].strip():
            raise Refused("it has no line for the include")
        end = b"\r\n" if b"\r\n" in data else b"\n"
        return row, INCLUDE + end + f"#line {data.count(NEWLINE, 0, row) + 1} // nsys-ai".encode() + end

    @staticmethod
    def empty_lines(data, node, before):
        found, at = [], 0
        taken = {row for of in node.children if of.type != "preproc_include" for row in range(of.start_point[0] + 1, of.end_point[0] + 1)}
        for row, line in enumerate(data[:before].split(NEWLINE)[:-1]):
            if at >= node.start_byte and not line.strip() and row not in taken and not data.endswith((b"\\\n", b"\\\r\n"), 0, at):
                found.append(at)
            at += len(line) + 1
        return found


NEWLINE = b"\n"


def with_ranges(data, regions, include):
    edits = [(include[0], 0, 0, include[1])] if include else []
    for of in regions:
        text = of["label"].replace("\\", "\\\\").replace('"', '\\"').encode()
        if of["kind"] == "function":
            node = of["_body"]
            made = b" " + object_of(b"function", of["first_line"], text)
            edits.append((node.start_byte + 1, 1, -len(data), made))
        else:
            node = of["_node"]
            length = node.end_byte - node.start_byte
            edits.append((node.start_byte, 1, -length, b"{ " + object_of(b"range", of["first_line"], text) + b" "))
            edits.append((node.end_byte, 0, length, END))
    parts, at = [], 0
    for place, _, _, text in sorted(edits, key=lambda of: of[:3]):
        parts += [data[at:place], text]
        at = place
    return b"".join(parts + [data[at:]])


def without_ranges(data):
    """The bytes of a source without the ranges that it has."""
    if b"nsys_ai_" not in data and b"nsys-ai" not in data:
        return data
    found = [of.lastgroup for of in PARTS.finditer(data)]
    if found.count("range") != found.count("end"):
        raise Refused("a range has lost its end or its start; mend that by hand")
    plain = PARTS.sub(b"", data)
    left = re.search(rb"nsys_ai_(?:function|range)_\d|// nsys-ai|/\* nsys-ai", plain)
    if left:
        raise Refused(f"the range on line {plain.count(NEWLINE, 0, left.start()) + 1} has been edited; take it out by hand")
    return plain


def shape(node):
    """The tree as it is without ranges, by types and words. Whether a word is a type is for the grammar to guess."""
    if node.type.endswith("identifier") and not node.children:
        return "identifier", node.text
    if node.type == "type_descriptor" and len(node.children) == 1:
        return shape(node.children[0])
    parts = []
    for of in node.children:
        text = of.text if of.type in ("comment", "declaration", "preproc_include", "preproc_call") else b""
        if b"nsys-ai" in text and of.type in ("comment", "preproc_call") or text.startswith(b"#include") and HEADER in text:
            continue
        if text.startswith(b"struct nsys_ai_"):
            if text.startswith(b"struct nsys_ai_range_"):
                return shape(next(part for part in node.named_children if part.start_byte >= of.end_byte and part.type != "comment"))
            continue
        parts.append(shape(of))
    return node.type, tuple(parts) or node.text


def regions_of(paths):
    """All regions of the sources, each with its name, and what is said of each source."""
    parser = new_parser()
    if parser is None:
        return [], [f"CUDA and C++ sources are left alone: `{sys.executable} -m pip install {NEEDED}` gets their parser"]
    read, notes = [], []
    for name, path in paths.items():
        try:
            with open(path, "rb") as file:
                data = without_ranges(file.read())
            read.append((name, data, parser.parse(data)))
        except (Refused, OSError) as error:
            notes.append(f"{name} is left alone: {error}")
    macros = macros_of(tree for _, _, tree in read)
    files = [CppRegions(name, data, tree, parser, macros) for name, data, tree in read]
    functions = {}
    for of in (of for regions in files for of in regions.all if of["kind"] == "function"):
        functions.setdefault(of["function"].split("::")[-1], []).append(of["label"])
    for of in (of for regions in files for of in regions.all):
        names = {re.split(r"::|\.|->", name)[-1] for name in of["calls"]}
        of["calls"] = sorted(label for name in names for label in functions.get(name, [])[:8])
    return files, notes
