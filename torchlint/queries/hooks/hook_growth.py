"""Whether detached tensors that a hook stores pile up during training, with nobody reading all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assigned, definitions_from
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import only_definition, uses
from torchlint.domain.values import YES
from torchlint.flow.facts import ForwardFact, LoopRun
from torchlint.queries.file import ExpressionView
from torchlint.queries.hooks import hook_storage
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_OF_CONTAINERS = frozenset(name for kind in (list, dict) for name in dir(kind)) | {"popleft", "appendleft"}
_GROWING = ("list", "dict", "defaultdict", "OrderedDict", "deque")


def without_graph(node: tree.Node) -> tree.Node | None:
    """The tensor that an expression copies or detaches element by element: `x` of `x.detach().clone()`."""
    is_cut = False
    while True:
        if isinstance(node, tree.Attribute) and node.attr == "data":
            node, is_cut = node.value, True
        elif isinstance(node, tree.Call) and not node.args and isinstance(node.func, tree.Attribute):
            if node.func.attr not in ("detach", "clone"):
                return None
            is_cut = is_cut or node.func.attr == "detach"
            node = node.func.value
        else:
            return node if is_cut else None


def runs_each_time(file: File, call: tree.Node) -> bool:
    """Whether a hook's function executes this call exactly once whenever the hook runs."""
    above = file.tree.parents.get(call)
    if isinstance(above, tree.Lambda):
        return True
    while isinstance(above, (tree.ExpressionStatement, tree.With)):
        above = file.tree.parents.get(above)
    if not isinstance(above, tree.FunctionDef):
        return False
    ends = (n for n in tree.walk(above, into_functions=False) if isinstance(n, (tree.Return, tree.Raise)))
    return not any(end.start < call.start for end in ends)


def is_trained(file: File, forward: ForwardFact, loop: LoopRun, source: tree.Node | None) -> bool:
    """Whether each pass of a loop of this file trains the hooked model."""
    if not file.holds(loop.node) or any(isinstance(n, tree.Break) for n in tree.walk(loop.node)):
        return False
    trains = "backward" in loop.direct_actions and "step" in loop.did and forward.origin in file.facts.differentiated
    return trains and forward.where.grad == YES and source is not None and _is_made_once(file, source)


def _is_made_once(file: File, source: tree.Node) -> bool:
    """Whether a place constructs one model per run: not in a loop, nor in a function that is called twice."""
    if not file.holds(source) or isinstance(file.tree.above(source, *tree.Loops, *tree.Scope), tree.Loops):
        return False
    function = file.tree.above(source, tree.FunctionDef)
    calls = [call for call, called in file.facts.functions.items() if any(one.node is function for one in called)]
    return function is None or len(calls) <= 1


def is_never_read_whole(file: File, target: ExpressionView) -> bool:
    """Whether the container grows, and the file only ever reads single elements of it."""
    made = hook_storage.made(file, target)
    if made is None or not _grows(_value_of(file, made)):
        return False
    in_parts = isinstance(target.node, tree.Subscript)
    others = (node for node in hook_storage.mentions(file, target) if node is not made)
    return all(_reads_one(file, node, in_parts=in_parts) for node in others)


def _value_of(file: File, made: tree.Node) -> tree.Node | None:
    """The expression that a name or attribute is assigned, also by unpacking a tuple."""
    return next((value for _, target, value in assigned(file.tree.statement(made)) if target is made), None)


def _grows(value: tree.Node | None) -> bool:
    if isinstance(value, tree.Call):
        name = tree.last_part(value.func)
        return name in _GROWING and (not value.args or name == "defaultdict")
    return isinstance(value, (tree.List, tree.Dict))


def _reads_one(file: File, node: tree.Node, *, in_parts: bool) -> bool:
    """Whether this use of a container only appends, takes its length, or reads one element."""
    parents, above = file.tree.parents, file.tree.parents.get(node)
    if in_parts and isinstance(above, tree.Subscript) and above.value is node:
        node, above = above, parents.get(above)
    if isinstance(above, tree.Subscript) and above.value is node:
        index = above.index.operand if isinstance(above.index, tree.UnaryOp) else above.index
        return isinstance(index, tree.Constant)
    if isinstance(above, tree.Attribute):
        return above.attr == "append" or above.attr not in _OF_CONTAINERS
    if isinstance(above, tree.Argument):
        call = parents.get(above)
        return isinstance(call, tree.Call) and tree.dotted(call.func) == "len"
    return isinstance(above, tree.Call)  # the callable attribute is another object of the same name


def escapes(file: File, target: ExpressionView) -> bool | None:
    """Whether code outside this file may get the object that owns the container; None if a caller has it."""
    container = tree.container(target.node)
    owner = hook_storage.owner_of(file, container) if isinstance(container, tree.Attribute) else None
    if owner is None:
        return False if isinstance(container, tree.Name) else None
    made = [call for call in file.tree.all(tree.Call) if _makes(file, call, owner)]
    if not made or owner.has_unresolved_base:
        return None
    handed = [_owner_escapes(file, call) for call in made]
    return None if None in handed else any(handed)


def _makes(file: File, call: tree.Call, owner: Class) -> bool:
    called = ExpressionView(file, call.func).value
    return called.kind == "class" and isinstance(called.ref, Class) and owner in called.ref.lineage


def _owner_escapes(file: File, made: tree.Call) -> bool | None:
    above = file.tree.parents.get(made)
    if isinstance(above, tree.ExpressionStatement):
        return False
    bound = [one.target for one in definitions_from(file.tree, made)]
    name = bound[0] if len(bound) == 1 else None
    if not isinstance(name, tree.Name) or only_definition(file.tree, name) is None:
        return None
    handed = [_is_use_handing_on(file, use) for use in uses(file.tree, name)]
    return None if None in handed else any(handed)


def _is_use_handing_on(file: File, use: tree.Name) -> bool | None:
    above = file.tree.parents.get(use)
    if isinstance(above, tree.Attribute) or (isinstance(above, tree.Call) and above.func is use):
        return False
    if isinstance(above, tree.Argument):
        call = file.tree.parents.get(above)
        return not (isinstance(call, tree.Call) and file.facts.functions.get(call))
    return None
