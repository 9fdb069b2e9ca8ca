"""What torch.compile has compiled so far, as TorchDynamo itself keeps it; 0 of everything while it is not imported."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from types import CodeType, FunctionType
from typing import Any

from .places import line_of

_judged: set[tuple[str, int, int]] = set()  # functions whose versions are counted for a finding of the linter


def is_used() -> bool:
    """Whether the program has asked for anything to be compiled, or a TorchDynamo that can't tell is there."""
    frames = sys.modules.get("torch._dynamo.eval_frame")
    if frames is None:
        return False
    backends = getattr(frames, "cached_backends", None)
    # Those of `torch.compiler.disable`, which optimizers use, are None; those that only run what there is, False.
    return backends is None or any(each is not None and each is not False for each in list(backends.values()))


def compiled_frames() -> int:
    """How many functions, and rests of functions, were compiled or given up."""
    utils = sys.modules.get("torch._dynamo.utils")
    return int(utils.counters["frames"]["total"]) if utils is not None else 0


def versions_of(code: CodeType) -> int:
    """How many compiled versions there are of a function's code."""
    dynamo = sys.modules.get("torch._dynamo.eval_frame")
    return len(dynamo._debug_get_cache_entry_list(code)) if dynamo is not None else 0


def most_versions() -> int:
    """So many versions of a function are compiled at most; then it runs as it is written."""
    config: Any = sys.modules.get("torch._dynamo.config")
    return int(getattr(config, "recompile_limit", 0) or getattr(config, "cache_size_limit", 0))


def last_compilations() -> list[Any]:
    """What TorchDynamo keeps of the last 64 functions that it has compiled: texts and numbers."""
    utils = sys.modules.get("torch._dynamo.utils")
    return list(utils.get_compilation_metrics()) if utils is not None else []


def hear_of_compilations(hear: Callable[..., None]) -> bool:
    """Whether `hear` is told from now on when one begins, with its id: on the stack of the call that needs it."""
    callback: Any = sys.modules.get("torch._dynamo.callback")
    if callback is None:
        return False
    callback.callback_handler.register_start_callback(hear)
    return True


def versions_within(path: str, first: int, last: int) -> int:
    """How many versions were compiled of the function whose definition is on these lines of a file."""
    return sum(map(versions_of, filter(lambda code: _is_of(code, path, first, last), _codes_seen())))


def note_judged(path: str, first: int, last: int) -> None:
    """A probe counts the versions of the function on these lines, and a finding of the linter is judged by them."""
    start, end = line_of(path, first), line_of(path, last)
    if start is not None and end is not None:
        _judged.add((start[0], start[1], end[3]))


def is_judged(path: str, row: int) -> bool:
    """Whether that is so of the function that begins at a line."""
    return any(path == file and first <= row <= last for file, first, last in _judged)


def _codes_seen() -> Iterator[CodeType]:
    """The code of the functions that were looked at, to compile them."""
    frames = sys.modules.get("torch._dynamo.convert_frame")
    for seen in frames.input_codes.seen if frames is not None else ():
        code = seen()  # a weak reference
        if code is not None:
            yield code


def _is_of(code: CodeType, path: str, first: int, last: int) -> bool:
    """Whether code is that of a whole function: neither of a lambda in it, nor of what goes on after a break."""
    if code.co_filename != path or code.co_name.startswith("torch_dynamo_resume"):
        return False
    ends = max((line for _, _, line in code.co_lines() if line is not None), default=0)
    return code.co_firstlineno <= first <= ends <= last  # it begins with its decorators


def breaks() -> Iterator[tuple[str, str, int]]:
    """Where graphs were broken: the reason, and the file and line, which may stand in a function that is called."""
    utils = sys.modules.get("torch._dynamo.utils")
    for each in utils.graph_break_reasons if utils is not None else ():
        for frame in each.user_stack[-1:]:
            yield each.reason.partition("\n")[0], frame.filename, frame.lineno


def is_compiled(module: Any) -> bool:
    """Whether a module is what torch.compile has returned, was compiled in place, or holds a compiled method."""
    held = getattr(module, "__dict__", {})
    methods = (each for each in held.values() if isinstance(each, FunctionType))
    is_in_place = held.get("_compiled_call_impl") is not None
    is_wrapper = inside(module) is not module
    return is_in_place or is_wrapper or any("_torchdynamo_orig_callable" in each.__dict__ for each in methods)


def inside(module: Any) -> Any:
    """What torch.compile has put its wrapper around; whatever is in no such wrapper stays as it is."""
    return (getattr(module, "__dict__", {}).get("_modules") or {}).get("_orig_mod", module)
