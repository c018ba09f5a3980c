"""The NVTX ranges of annotated sources: what `nsys-ai annotate` puts into a program imports this module.

It needs the package nvtx, PyTorch with CUDA, or NVIDIA's libnvToolsExt; without one, nothing is recorded and
the program runs as it did.
"""
import sys

_backend = None


def _none(*_):
    return None


def _find_backend():
    """The functions that begin a range with a text, and end the last one."""
    try:
        import nvtx
        return nvtx.push_range, nvtx.pop_range
    except ImportError:
        pass
    torch = sys.modules.get("torch")
    if torch is not None:
        try:
            torch.cuda.nvtx.range_push("nsys-ai")
            torch.cuda.nvtx.range_pop()
            return torch.cuda.nvtx.range_push, torch.cuda.nvtx.range_pop
        except Exception:
            pass
    try:
        import ctypes
        library = ctypes.CDLL("libnvToolsExt.so.1")
        return lambda text: library.nvtxRangePushA(text.encode()), library.nvtxRangePop
    except OSError:
        pass
    print("nsys-ai: no ranges are recorded: install the Python package nvtx.", file=sys.stderr)
    return _none, _none


def _functions():
    global _backend
    if _backend is None:
        _backend = _find_backend()
    return _backend


class Range:
    """Marks a block; an exception ends the range and goes on."""

    __slots__ = ("label",)

    def __init__(self, label):
        self.label = label

    def __enter__(self):
        (_backend or _functions())[0](self.label)

    def __exit__(self, *_):
        (_backend or _functions())[1]()


def call(label, function):
    """The function, with a range around each call of it."""

    def ranged(*args, **named):
        push, pop = _backend or _functions()
        push(label)
        try:
            return function(*args, **named)
        finally:
            pop()

    return ranged
