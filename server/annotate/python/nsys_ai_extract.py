"""Writes a script that runs one function of a program alone, with inputs that are made up from what is known.

It uses the standard library alone and never imports the code that it reads. `python nsys_ai_extract.py REQUEST REPLY`
reads a request and writes a reply, both JSON. Shapes come from the profile, where PyTorch wrote those of operators,
else from what the function does with its parameters; what nothing says is named in the script.
"""
import ast
import json
import os
import sys

SIZE = 64
ROWS = 8
BATCH = 2
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Attributes of a parameter that make it a tensor; others may be those of a configuration.
TENSOR_WORDS = {
    "shape", "size", "dim", "ndim", "dtype", "device", "view", "reshape", "transpose", "permute", "contiguous", "float",
    "half", "to", "sum", "mean", "softmax", "unsqueeze", "squeeze", "flatten", "chunk", "split", "T", "matmul", "detach",
}


# Layers that are made with the size of what they take: the usual number of dimensions of that, and which one it is.
LAYERS = {
    "Linear": (3, -1), "LayerNorm": (3, -1), "RMSNorm": (3, -1), "Embedding": (2, None), "Conv1d": (3, 1),
    "Conv2d": (4, 1), "Conv3d": (5, 1), "BatchNorm1d": (3, 1), "BatchNorm2d": (4, 1), "BatchNorm3d": (5, 1),
}


class Refused(Exception):
    """A function that cannot be run alone, with the reason."""


def text(node):
    return ast.unparse(node)


def does_nothing(function):
    return all(isinstance(of, (ast.Pass, ast.Raise)) or isinstance(of, ast.Expr) and isinstance(of.value, ast.Constant)
               for of in function.body)


class Found:
    """The function that was asked for, and the class that it is of."""

    def __init__(self, tree, name):
        places = []

        def look(body, scope, owner):
            for node in body:
                if isinstance(node, ast.ClassDef):
                    look(node.body, scope + [node.name], node)
                elif isinstance(node, FUNCTIONS):
                    places.append((".".join(scope + [node.name]), node, owner))

        look(tree.body, [], None)
        fitting = [place for place in places if place[0] == name or place[0].endswith("." + name)]
        exact = [place for place in fitting if place[0] == name]
        fitting = exact or fitting
        if not fitting:
            raise Refused(f"there is no function {name} at the top level or in a class")
        if len(fitting) > 1:
            raise Refused(f"{name} may be " + " or ".join(place[0] for place in fitting))
        self.name, self.function, self.owner = fitting[0]
        if self.name.count(".") > 1:
            raise Refused(f"{self.name} is in a class inside of a class")
        marks = {text(mark) for mark in self.function.decorator_list}
        if "property" in marks or any(mark.endswith(".setter") for mark in marks):
            raise Refused(f"{self.name} is a property")
        self.is_static = "staticmethod" in marks
        self.is_of_class = "classmethod" in marks
        if does_nothing(self.function):
            raise Refused(f"{self.name} does nothing itself")

    def init(self):
        return next((node for node in self.owner.body if isinstance(node, FUNCTIONS) and node.name == "__init__"), None)


def parameters(function, leave_out_first):
    """(name, annotation, whether it has a default, whether it is passed by name) of each."""
    of = function.args
    positional = of.posonlyargs + of.args
    without = len(positional) - len(of.defaults)
    every = [(arg.arg, arg.annotation, at >= without, False) for at, arg in enumerate(positional)]
    every = every[1:] if leave_out_first else every
    named = [(arg.arg, arg.annotation, default is not None, True) for arg, default in zip(of.kwonlyargs, of.kw_defaults)]
    return every + named


class Uses:
    """What a function does with a parameter."""

    def __init__(self, function, name):
        self.attributes, self.dimensions, self.layers = [], None, []
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == name:
                self.attributes.append(node.attr)
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and self.is_shape(node.value, name):
                self.dimensions = [text(of) for of in node.targets[0].elts]
            if (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
                    and isinstance(node.args[0], ast.Name) and node.args[0].id == name
                    and text(node.func).startswith("self.")):
                self.layers.append(node.func.attr)
        self.is_tensor = bool(self.dimensions or self.layers or TENSOR_WORDS.intersection(self.attributes)) or any(
            isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult)
            and name in (text(node.left), text(node.right)) for node in ast.walk(function))

    @staticmethod
    def is_shape(value, name):
        return text(value) in (f"{name}.shape", f"{name}.size()")


class Made:
    """The arguments of a script, as text, and where they come from."""

    def __init__(self, tree, found, shapes, lists):
        self.tree, self.found, self.shapes, self.lists = tree, found, list(shapes), lists
        self.known, self.made_up, self.unknown = [], [], []
        self.assigned = self.assigned_to_self() if found.owner else {}
        self.sizes = {}  # what the profile says of an argument of __init__, or of an attribute of one
        self.configurations = {}  # the argument of __init__ that is one: its class, which the file imports

    def assigned_to_self(self):
        """self.NAME = value in the class: NAME -> value."""
        assigned = {}
        for node in ast.walk(self.found.owner):
            for target in node.targets if isinstance(node, ast.Assign) else []:
                if isinstance(target, ast.Attribute) and text(target.value) == "self":
                    assigned[target.attr] = node.value
        return assigned

    def number(self, name):
        word = name.lower()
        if "head" in word or "layer" in word or "group" in word:
            return 4
        return 0.0 if "drop" in word or word.endswith("_p") or word == "p" else SIZE

    def plain(self, name, annotation, owner):
        """A value of a parameter that is no tensor, as text; none where nothing says what it is."""
        kind = text(annotation).strip("'\"") if annotation else ""
        if kind.startswith("Optional[") or kind.endswith("| None"):
            self.made_up.append(f"{name} = None: {owner} takes None")
            return "None"
        number = self.number(name)
        by_kind = {"int": str(int(number)), "float": "1.0" if number else "0.0", "bool": "False", "str": "''"}
        if kind in by_kind:
            self.made_up.append(f"{name} = {by_kind[kind]}: {owner} has no default, and says {kind}")
        return by_kind.get(kind)

    def configuration_class(self, name, annotation):
        """The class that the annotation names, else the only one of the file whose name ends in Config."""
        said = text(annotation).strip("'\"").rsplit(".", 1)[-1] if annotation else ""
        imported = {of.asname or of.name for node in self.tree.body if isinstance(node, ast.ImportFrom) for of in node.names}
        known = {of for of in imported | {node.name for node in self.tree.body if isinstance(node, ast.ClassDef)} if of.endswith("Config")}
        usual = {of for of in known if not of.startswith("Pretrained")}
        return said if said in known else next(iter(usual)) if not said and name == "config" and len(usual) == 1 else None

    def configuration(self, name, annotation):
        """What is passed as a configuration, as text; none where the parameter is none."""
        read = sorted({node.attr for node in ast.walk(self.tree) if isinstance(node, ast.Attribute)
                       and text(node.value) in (name, "self." + name) and isinstance(node.ctx, ast.Load)})
        if not read or TENSOR_WORDS.issuperset(read):
            return None
        kind = self.configuration_class(name, annotation)
        if kind:
            self.configurations[name] = kind
            self.made_up.append(f"{name}: {kind} with its defaults")
            return name
        self.made_up.append(f"{name}: the attributes that the file reads of it")
        return "SimpleNamespace(" + ", ".join(f"{of}={self.sizes.get(f'{name}.{of}', self.number(of))}" for of in read) + ")"

    def configuration_lines(self):
        lines = []
        for name, kind in self.configurations.items():
            given = [f"{of.split('.')[1]}={size}" for of, size in self.sizes.items() if of.startswith(name + ".")]
            lines.append(f"{name} = {kind}({', '.join(given)})")
        return lines

    def of_init(self):
        init, owner, words = self.found.init(), f"{self.found.owner.name}.__init__", []
        for name, annotation, has_default, _ in parameters(init, True) if init else []:
            value = str(self.sizes[name]) if name in self.sizes else None
            if value is None and has_default:
                continue
            if value is None:
                value = self.plain(name, annotation, owner)
            if value is None and (annotation is None or text(annotation).strip("'\"").endswith(("Config", "Args"))):
                value = self.configuration(name, annotation)
            if value is None and annotation is None:
                value = str(self.number(name))
                self.made_up.append(f"{name} = {value}: {owner} has no default")
            if value is None:
                value = "None"
                self.unknown.append(f"{name} of {owner}: None is passed")
            words.append(f"{name}={value}")
        return words

    def size_of(self, node):
        """What a layer is made with: (the name of an argument of __init__ or of its attribute, or None; its number)."""
        seen = set()
        while isinstance(node, ast.Attribute) and text(node.value) == "self" and node.attr in self.assigned and node.attr not in seen:
            seen.add(node.attr)
            node = self.assigned[node.attr]
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return None, node.value
        init = self.found.init()
        names = {name for name, _, _, _ in parameters(init, True)} if init else set()
        if isinstance(node, (ast.Name, ast.Attribute)) and text(node).split(".")[0] in names and text(node).count(".") < 2:
            if text(node) != text(node).split(".")[0]:
                name = text(node).split(".")[0]
                annotation = next(of for at, of, _, _ in parameters(init, True) if at == name)
                if self.configuration_class(name, annotation):
                    return text(node), text(node)  # the script has it
            defaults = init.args.args[len(init.args.args) - len(init.args.defaults):]
            default = next((of for arg, of in zip(defaults, init.args.defaults) if arg.arg == text(node)), None)
            if isinstance(default, ast.Constant) and isinstance(default.value, int):
                return text(node), default.value
            return text(node), self.number(text(node).split(".")[-1])
        return None, None

    def layer_of(self, uses):
        """The layer that takes a parameter: (its kind, its first argument as of size_of, the words for it)."""
        for name in uses.layers:
            call = self.assigned.get(name)
            if isinstance(call, ast.Call) and call.args:
                kind = text(call.func).rsplit(".", 1)[-1]
                if kind in LAYERS:
                    return kind, *self.size_of(call.args[0]), f"self.{name} is {text(call)}"
        return "", None, None, ""

    def tensor(self, name, uses):
        kind, of, size, why = self.layer_of(uses)
        is_index = kind == "Embedding"
        usual, place = LAYERS.get(kind, (3, -1))
        rank = len(uses.dimensions) if uses.dimensions else None
        fitting = next((one for one in self.shapes if one["sizes"] and (rank is None or len(one["sizes"]) == rank)), None)
        if is_index:
            fitting = None  # the first argument of an embedding is its table
        if fitting:
            self.shapes.remove(fitting)
            shape = fitting["sizes"]
            self.known.append(f"{name}: {shape}, the first argument of {fitting['operator']}, the first such operator in {fitting['range']!r}")
            if of:
                self.sizes[of] = shape[place]
                self.known.append(f"{of} = {shape[place]}: {why}, which takes {name}")
        else:
            rank = rank or usual
            shape = [BATCH] + [ROWS] * (rank - 2) + [ROWS if is_index else SIZE] if rank > 1 else [ROWS]
            if rank > 1 and place is not None:
                shape[place] = size or self.usual_size()
            named = f" ({', '.join(uses.dimensions)} in the code)" if uses.dimensions else ""
            self.made_up.append(f"{name}: [{', '.join(map(str, shape))}]{named}" + (f"; {why}" if why else ""))
        words = ", ".join(map(str, shape))
        if self.lists:
            return f"made_list([{words}])"
        return f"torch.randint(0, {size or SIZE}, ({words},), device=DEVICE)" if is_index else f"torch.randn({words}, device=DEVICE)"

    def usual_size(self):
        """The last dimension where no layer says it: that of the configuration, whose usual name is hidden_size."""
        init = self.found.init() if self.found.owner else None
        for name, annotation, _, _ in parameters(init, True) if init else []:
            if self.configuration_class(name, annotation) and "hidden_size" in text(self.tree):
                return f"{name}.hidden_size"
        return SIZE

    def of_function(self):
        """The arguments by place, and those by name."""
        found, by_place, named = self.found, [], []
        for name, annotation, has_default, by_name in parameters(found.function, found.owner is not None and not found.is_static):
            if has_default:
                continue
            uses, says = Uses(found.function, name), text(annotation) if annotation else ""
            is_tensor = uses.is_tensor or "Tensor" in says or "ndarray" in says
            value = self.tensor(name, uses) if is_tensor else self.plain(name, annotation, found.name)
            if value is None:
                value = "None"
                self.unknown.append(f"{name} of {found.name}: None is passed")
            (named if by_name else by_place).append(f"{name}={value}" if by_name else value)
        return by_place, named


def module_of(path):
    """The folder to import from, and the dotted name of a source, also inside of a package."""
    folder, name = os.path.split(path)
    parts = [os.path.splitext(name)[0]]
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        parts.insert(0, package)
    if parts[-1] == "__init__":
        parts.pop()
    if not all(part.isidentifier() for part in parts):
        raise Refused(f"{name} cannot be imported by its name")
    return folder, ".".join(parts)


def imports(tree, module):
    return any(isinstance(node, ast.Import) and any(of.name.split(".")[0] == module for of in node.names)
               or isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == module for node in ast.walk(tree))


def listed(title, lines):
    return [title] + [f"    {line}" for line in lines] if lines else []


def script_of(path, name, shapes):
    with open(path, "rb") as file:
        tree = ast.parse(file.read(), path)
    found = Found(tree, name)
    with_torch = imports(tree, "torch")
    folder, module = module_of(path)
    made = Made(tree, found, shapes, not with_torch)
    by_place, named = made.of_function()
    is_method = found.owner is not None and not (found.is_static or found.is_of_class)
    of_init = made.of_init() if is_method else []
    top = found.name.split(".")[0]
    is_module = is_method and with_torch and any(text(of).rsplit(".", 1)[-1] == "Module" for of in found.owner.bases)
    head = [f"Runs {found.name} of {os.path.basename(path)} alone. Written by nsys-ai; change the values that are made up.", ""]
    head += listed("Known:", made.known) + listed("Made up:", made.made_up) + listed("Not known:", made.unknown)
    head.append("Importing the source runs what stands at its top level.")
    lines = ['"""' + "\n".join(head).replace("\\", "\\\\").replace('"""', "\'\'\'"), '"""']
    is_async = isinstance(found.function, ast.AsyncFunctionDef)
    lines += ["import asyncio"] if is_async else []
    lines += ["import sys"]
    lines += ["from types import SimpleNamespace"] if any("SimpleNamespace(" in word for word in of_init) else []
    lines += ["", f"sys.path.insert(0, {folder!r})"] + (["import torch"] if with_torch else []) + [f"from {module} import {', '.join([top, *made.configurations.values()])}", ""]
    lines += ['DEVICE = "cuda" if torch.cuda.is_available() else "cpu"', ""] if with_torch else []
    configurations = made.configuration_lines()
    lines += configurations + [""] if configurations else []
    if any("made_list(" in word for word in by_place + named):
        lines += ["", "def made_list(shape):", '    """Nested lists of numbers."""',
                  "    return [made_list(shape[1:]) for _ in range(shape[0])] if shape else 0.5", ""]
    called = found.name
    if is_method:
        called = f"{top}({', '.join(of_init)})" + (".to(DEVICE)" if is_module else "")
        # A module is called as it is in the program: with its hooks.
        called += "" if found.function.name == ("forward" if is_module else "__call__") else f".{found.function.name}"
    lines += ["", "def function():", f"    return {called}", ""]
    lines += ["", "def inputs():", f"    return [{', '.join(by_place)}], dict({', '.join(named)})", ""]
    call = "run(*args, **named)"
    if is_async:
        call = f"asyncio.run({call})"
    elif any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(found.function)):
        call = f"list({call})"
    lines += ["", 'if __name__ == "__main__":', "    run, (args, named) = function(), inputs()",
              "    for _ in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10):"]
    if with_torch:
        lines += ['        if DEVICE == "cuda":', f"            torch.cuda.nvtx.range_push({found.name!r})", f"        {call}",
                  '        if DEVICE == "cuda":', "            torch.cuda.nvtx.range_pop()", "            torch.cuda.synchronize()"]
    else:
        lines += [f"        {call}"]
    written = "\n".join(lines) + "\n"
    compile(written, "script", "exec")
    return {"function": found.name, "script": written, "known": made.known, "made_up": made.made_up, "unknown": made.unknown}


def main(request_file, reply_file):
    with open(request_file, encoding="utf-8") as file:
        request = json.load(file)
    reply = {"function": "", "script": "", "known": [], "made_up": [], "unknown": [], "refused": ""}
    try:
        if sys.version_info < (3, 9):
            raise Refused("this needs Python 3.9")
        if os.path.isdir(request["root"]) or not request["root"].endswith(".py"):
            raise Refused("it is no Python source")
        reply.update(script_of(request["root"], request["function"], request["shapes"]))
    except (Refused, SyntaxError, ValueError, OSError) as why:
        reply["refused"] = str(why)
    with open(reply_file, "w", encoding="utf-8") as file:
        json.dump(reply, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
