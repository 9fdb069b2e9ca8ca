"""Communication that is started in the background, and whose end nobody waits for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import reaching_definition, resolved_expression, uses
from torchlint.knowledge.operations import full_names
from torchlint.queries import CallView, api
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File

_COLLECTIVES = full_names("collective", of="torch.distributed")
# Those of two processes that begin in the background without being asked to.
_PAIRS = full_names("point-to-point", of="torch.distributed")
_ALWAYS_ASYNC = tuple(sorted(name for name in _PAIRS if "isend" in name or "irecv" in name))
# What a file mentions that begins communication in the background.
_BEGINS = ("async_op", "isend", "irecv")
# What waits for the end of communication that was begun before: of all, on this process's device or in all processes.
_WAITS_FOR_ALL = ("synchronize", "barrier")


@dataclass(frozen=True, slots=True, eq=False)
class Unawaited(CallView):
    """A call that begins communication, and whose handle is dropped."""

    node: tree.Call
    may_be_over: bool  # whether something may wait for it after all, or nobody minds when it ends

    @property
    def name(self) -> str:
        """The call without its arguments."""
        return tree.last_name(self.node.func)

    @property
    def tensor(self) -> str:
        """The tensor that is communicated, as the subject of a clause."""
        given = next((part.value for part in self.node.args if part.keyword in (None, "tensor")), None)
        return f"`{tree.dotted(given)}` is" if given is not None and tree.dotted(given) else "its tensors are"

    @property
    def instead(self) -> str:
        """What to do with the handle, by its name if it has one."""
        named = definitions_from(self.file.tree, self.node)
        handle = named[0].name if named else None
        return f"call `{handle}.wait()`" if handle else "keep the handle that it returns, and call `wait()` on it"


def unawaited(file: File) -> Iterator[Unawaited]:
    """Each of them, in source order."""
    calls = [*file.named_calls(*_ALWAYS_ASYNC), *filter(_is_async, file.named_calls(*_COLLECTIVES))]
    for call in sorted(calls, key=lambda one: one.node.start):
        if _is_dropped(file, call):
            yield Unawaited(file, call.node, _may_be_over(file, call.node))
    texts = (unit.tree.text for unit in file.analysis.units)
    is_begun = any(word in text for text in texts for word in _BEGINS)
    for node in file.tree.all(tree.Call) if is_begun else ():
        functions = file.facts.functions.get(node, ())
        if functions and all(map(_returns_handle, functions)) and _is_dropped(file, CallView(file, node)):
            yield Unawaited(file, node, _may_be_over(file, node))


def _returns_handle(function: Function) -> bool:
    """Whether a function begins communication and returns the handle: `return dist.all_reduce(x, async_op=True)`."""
    syntax = function.unit.tree
    returned = [one.value for one in syntax.own(function.node, tree.Return) if one.value is not None]
    if any(isinstance(one, tree.Name) and _is_used_besides(syntax, one) for one in returned):
        return False  # waited for, or kept for others
    values = [resolved_expression(syntax, one) for one in returned]
    return bool(values) and all(isinstance(one, tree.Call) and _begins(syntax, one) for one in values)


def _is_used_besides(syntax: tree.Tree, handle: tree.Name) -> bool:
    """Whether a function does anything with a handle but return it."""
    made = reaching_definition(syntax, handle)
    read = uses(syntax, made.target) if made is not None and isinstance(made.target, tree.Name) else ()
    return any(not isinstance(syntax.parents.get(one), tree.Return) for one in read)


def _begins(syntax: tree.Tree, call: tree.Call) -> bool:
    names = by_name(syntax).get(call, frozenset())
    is_async = any(one.keyword == "async_op" and tree.is_true(one.value) for one in call.args)
    return not names.isdisjoint(_ALWAYS_ASYNC) or (is_async and not names.isdisjoint(_COLLECTIVES))


def _is_async(call: CallView) -> bool:
    given = call.argument(-1, "async_op")
    return given is not None and given.is_literally is True


def _is_dropped(file: File, call: CallView) -> bool:
    """Whether nobody has the handle: it is not assigned, or to a name that is never read."""
    if api.is_discarded(call):
        return True
    named = definitions_from(file.tree, call.node)
    targets = [one.target for one in named]
    return bool(targets) and all(isinstance(one, tree.Name) and not uses(file.tree, one) for one in targets)


def _may_be_over(file: File, call: tree.Call) -> bool:
    """Whether its function waits for everything before it uses the tensors, or only sends what it leaves alone."""
    scope = file.tree.scope(call)
    later = (one for one in file.tree.own(scope, tree.Call) if one.start > call.end)
    waits = [one.start for one in later if tree.last_name(one.func) in _WAITS_FOR_ALL]
    end = waits[0] if waits else scope.end
    given = {tree.dotted(argument.value) for argument in call.args} - {None}
    is_used = any(
        call.end < part.start < end and tree.dotted(part) in given and not _is_collected(file, part)
        for part in tree.walk(scope, into_functions=False)
        if isinstance(part, (tree.Name, tree.Attribute))
    )
    return not is_used and (bool(waits) or "isend" in tree.last_name(call.func))


def _is_collected(file: File, part: tree.Node) -> bool:
    """Whether a list takes it, which reads none of its values: `received.append(tensor)`."""
    call = file.tree.parents.get(file.tree.parents[part])
    return isinstance(call, tree.Call) and tree.last_name(call.func) == "append"
