"""Calls that are tried again in the `except` of their own out-of-memory error."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.knowledge.torch_api import fact
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File

# Through how many functions a second attempt is looked for.
_DEEPEST = 2
# What clears a traceback or its frames.
_CLEARS = frozenset(("clear_frames", "with_traceback", "__traceback__"))


@dataclass(frozen=True, slots=True, eq=False)
class RetryView(CallView):
    """A call in the `except` block of a call of the same function."""

    handler: View

    @property
    def lets_go(self) -> bool:
        """Whether the code before it clears what the exception holds."""
        before = (node for node in tree.walk(self.handler.node) if node.start < self.node.start)
        return any(tree.last_name(node) in _CLEARS for node in before)

    @property
    def goes_to_cpu(self) -> bool:
        """Whether it is given the device "cpu", or the block moves something there."""
        return any(
            (isinstance(node, tree.Constant) and node.value == "cpu") or tree.last_name(node) == "cpu"
            for node in tree.walk(self.handler.node)
        )


def retries(file: File) -> Iterator[RetryView]:
    """The first such call of each block that handles running out of memory, in source order."""
    for attempt in file.tree.all(tree.Try):
        for handler in attempt.handlers:
            if _is_for_memory(file, handler):
                found = next(_again(file, attempt, handler), None)
                if found is not None:
                    yield RetryView(file, found, View(file, handler))


def _is_for_memory(file: File, handler: tree.Handler) -> bool:
    """Whether a block handles `OutOfMemoryError`, or an error whose text it searches for "out of memory".

    A function of the project may search for it: `if is_out_of_memory(error)`.
    """
    types = tree.walk(handler.type) if handler.type is not None else ()
    if any(tree.last_name(node) == "OutOfMemoryError" for node in types):
        return True
    asked = [call for call in _calls(handler) if any(tree.dotted(one.value) == handler.name for one in call.args)]
    functions = (function.node for call in asked for function in file.facts.functions.get(call, ()))
    return any(map(_searches_for_memory, (handler, *functions)))


def _searches_for_memory(code: tree.Node) -> bool:
    texts = (node for node in tree.walk(code) if isinstance(node, tree.Compare) and node.ops in (["in"], ["not in"]))
    return any(isinstance(one.left, tree.Constant) and "out of memory" in str(one.left.value).lower() for one in texts)


def _again(file: File, attempt: tree.Try, handler: tree.Handler) -> Iterator[tree.Call]:
    """The calls in the block of what was called in the `try`, of the function around it, or of what calls that."""
    tried = {call: name for statement in attempt.body for call in _calls(statement) if (name := tree.dotted(call.func))}
    names = set(tried.values())
    functions = {function for call in tried if _works(file, call) for function in file.facts.functions.get(call, ())}
    around = file.tree.scope(attempt)
    own = around.name if isinstance(around, tree.FunctionDef) else ""
    seen: set[tuple[Function, int]] = set()
    for call in sorted(_calls(handler), key=lambda call: call.start):
        name = tree.dotted(call.func)
        is_own = name in (own, f"self.{own}") and bool(own)
        if name and (is_own or (name in names and _works(file, call)) or _leads_to(file, call, functions, seen)):
            yield call


def _calls(node: tree.Node) -> Iterator[tree.Call]:
    return (one for one in tree.walk(node, into_functions=False) if isinstance(one, tree.Call))


def _works(file: File, call: tree.Call) -> bool:
    """Whether a call runs the project's own code or a model, rather than a function that reports or measures."""
    if any(one.startswith("torch.") for one in file.names.spelled(call)):
        return False
    if file.value(call.func).value.kind in ("function", "method", "module"):
        return True
    if isinstance(call.func, tree.Attribute) and file.value(call.func.value).value.kind == "module":
        return fact(f"torch.nn.Module.{call.func.attr}") is None  # `model.generate(...)`, and not `model.zero_grad()`
    return bool(file.facts.functions.get(call))  # of one of several classes


def _leads_to(
    file: File, call: tree.Call, tried: set[Function], seen: set[tuple[Function, int]], depth: int = 0
) -> bool:
    """Whether a function that works with what it is given runs what was tried: `return self.in_halves(batch)`.

    A function that has been looked through at the same depth, without success, is not looked through again.
    """
    functions = file.facts.functions.get(call, set())
    if not call.args or depth > _DEEPEST:
        return False
    new = [one for one in functions if (one, depth) not in seen]
    seen.update((one, depth) for one in new)
    inner = (one for function in new for one in _calls(function.node) if function not in tried)
    return any(
        not tried.isdisjoint(file.facts.functions.get(one, ())) or _leads_to(file, one, tried, seen, depth + 1)
        for one in inner
    )
