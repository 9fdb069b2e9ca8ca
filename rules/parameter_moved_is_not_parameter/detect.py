"""Parameters that are worked on as soon as they are made: what comes of that is no parameter any more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import only_definition, uses
from torchlint.finding import Edit, Span
from torchlint.knowledge.call_names import ASKS_A_TENSOR
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.torch_api import canonical, fact, method
from torchlint.queries import CallView, View
from torchlint.queries.modules import method_around
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

_PARAMETER = "torch.nn.Parameter"


@dataclass(frozen=True, slots=True, eq=False)
class LostParameter(View):
    """What is made of a parameter, or of a tensor that wants a gradient, and kept in its place."""

    made: CallView
    start: tree.Node  # the call that makes the parameter, or the local variable that holds nothing else
    kept: tree.Node  # what the result is assigned to, or appended to

    @property
    def name(self) -> str:
        """What holds the result: `self.scale`."""
        return " ".join(self.file.tree.text_of(self.kept).split())

    @property
    def maker(self) -> str:
        """What makes the parameter, as it is called here."""
        return self.made.callee.text

    @property
    def work(self) -> str:
        """What is done to it, as it is written: `.to(device)`, `* 0.01`."""
        after = " ".join(self._after.split())
        written = after or " ".join(self.file.tree.text[self.node.start : self.start.start].split())
        return written if len(written) <= 28 else f"{written[:16]}...{written[-8:]}"

    @property
    def may_change_nothing(self) -> bool:
        """Whether it is only moved or cast: what has that device and dtype already is returned as it is."""
        node: tree.Node = self.node
        while isinstance(node, tree.Call) and node is not self.start:
            if not isinstance(node.func, tree.Attribute) or not has_column(node.func.attr, "move", "cast"):
                return False
            node = node.func.value
        return node is self.start

    @property
    def variable(self) -> str:
        """The local variable that holds the parameter; "" if nothing does."""
        return self.start.id if isinstance(self.start, tree.Name) else ""

    @property
    def is_done_before(self) -> bool:
        """Whether its numbers have been moved in the same way before: `nn.Parameter(x.to(device)).to(device)`."""
        data = self.made.argument(0, "data")
        return self.may_change_nothing and data is not None and data.text.endswith(self._after)

    @property
    def _after(self) -> str:
        return self.file.tree.text[self.start.end : self.node.end]

    @property
    def is_parameter(self) -> bool:
        """Whether it was an nn.Parameter, rather than a tensor that wants a gradient."""
        return canonical(self.file.names.spelled_out(self.made.node.func)) == _PARAMETER

    @property
    def is_frozen(self) -> bool:
        """Whether the parameter is not to be trained."""
        given = self.made.argument(1, "requires_grad")
        return given is not None and tree.is_false(given.node)

    @property
    def is_stored_on_a_module(self) -> bool:
        """Whether a module keeps the result as an attribute, or in a plain list."""
        if method_around(self.file, self.node) is None:
            return False
        kept = self.file.facts.values.get(self.kept)
        is_appended = not isinstance(self.file.tree.parents.get(self.node), (tree.Assign, tree.AnnotatedAssign))
        is_own = (tree.dotted(self.kept) or "").startswith("self.")
        return kept is not None and kept.kind == "list" if is_appended else is_own

    @property
    def gradient(self) -> View | None:
        """Where the gradient of the result is read, or the result is given to an optimizer, in the same function."""
        if not isinstance(self.kept, tree.Name) or only_definition(self.file.tree, self.kept) is None:
            return None  # another tensor of the same name
        above = {n: self.file.tree.parents.get(n) for n in uses(self.file.tree, self.kept)}
        if any(isinstance(a, tree.Attribute) and a.attr in ("retain_grad", "detach_") for a in above.values()):
            return None
        for name, around in above.items():
            if isinstance(around, tree.Attribute) and around.attr == "grad":
                return View(self.file, name)
            if isinstance(around, (tree.List, tree.Tuple, tree.Dict)) and self._is_for_optimizer(name):
                return View(self.file, name)
        return None

    def _is_for_optimizer(self, name: tree.Name) -> bool:
        """Whether a list or group of parameters that holds a name is given to an optimizer, perhaps as a variable."""
        held = _outermost_container(self.file.tree, name)
        assigned = self.file.tree.parents.get(held)
        target = assigned.targets[0] if isinstance(assigned, tree.Assign) and assigned.value is held else None
        places = uses(self.file.tree, target) if isinstance(target, tree.Name) else (held,)
        for place in places:
            argument = self.file.tree.parents.get(_outermost_container(self.file.tree, place))
            call = self.file.tree.parents.get(argument) if isinstance(argument, tree.Argument) else None
            known = fact(self.file.names.spelled_out(call.func)) if isinstance(call, tree.Call) else None
            if known is not None and known.kind == "optimizer":
                return True
        return False

    def working_inside(self) -> tuple[Edit, ...]:
        """The edits that do the work to what the parameter is made of; none where it does not stand behind it.

        Neither where that would give a parameter whose numbers share memory, which optimizers refuse.
        """
        data = self.made.argument(0, "data")
        is_behind = bool(self._after) and self.node.start == self.made.node.start
        if data is None or not is_behind or not self.is_parameter or self.variable or ".expand" in self._after:
            return ()
        end = data.node.end
        bare = isinstance(data.node, edits.ATOMS)
        opened = () if bare else (Edit(Span(data.node.start, data.node.start), "("),)
        moved = Edit(Span(end, end), ("" if bare else ")") + self._after)
        return (*opened, moved, Edit(Span(self.made.node.end, self.node.end), ""))


def _outermost_container(syntax: tree.Tree, node: tree.Node) -> tree.Node:
    """The list, or the sum of lists, that an expression is in, however deep; itself if it is in none."""
    above = syntax.parents.get(node)
    while isinstance(above, (tree.List, tree.Tuple, tree.Dict)) or (
        isinstance(above, tree.BinaryOp) and above.op == "+"
    ):
        node, above = above, syntax.parents.get(above)
    return node


def lost_parameters(file: File) -> Iterator[LostParameter]:
    """Parameters that are worked on before anything keeps them, in source order."""
    for call in file.tree.all(tree.Call):
        if not _makes_a_leaf(file, call):
            continue
        for start in (call, *_only_worked_on(file, call)):
            node = _worked_on(file.tree, start)
            kept = _keeper(file.tree, node) if node is not start else None
            if kept is not None:
                yield LostParameter(file, node, CallView(file, call), start, kept)


def _makes_a_leaf(file: File, call: tree.Call) -> bool:
    called = tree.last_name(call.func)
    if called == "Parameter" and canonical(file.names.spelled_out(call.func)) == _PARAMETER:
        return True
    wants = any(a.keyword == "requires_grad" and tree.is_true(a.value) for a in call.args)
    return wants and file.names.spelled_out(call.func).startswith("torch.")


def _only_worked_on(file: File, call: tree.Call) -> tuple[tree.Name, ...]:
    """Where a local variable that holds a parameter is worked on; empty if anything else might register it."""
    above = file.tree.parents.get(call)
    held = above.targets[0] if isinstance(above, tree.Assign) and len(above.targets) == 1 else None
    if not isinstance(held, tree.Name) or tree.last_name(call.func) != "Parameter" or method_around(file, call) is None:
        return ()
    if only_definition(file.tree, held) is None:
        return ()
    worked = tuple(one for one in uses(file.tree, held) if not _is_filled(file, one))
    return worked if all(_worked_on(file.tree, one) is not one for one in worked) else ()


def _is_filled(file: File, name: tree.Name) -> bool:
    """Whether a tensor is only given its first numbers: `nn.init.zeros_(weight)`, `weight.data.fill_(0)`."""
    above = file.tree.parents.get(name)
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    if isinstance(call, tree.Call):
        return file.names.spelled_out(call.func).startswith("torch.nn.init.")
    return isinstance(above, tree.Attribute) and above.attr in ASKS_A_TENSOR


def _worked_on(syntax: tree.Tree, call: tree.Expression) -> tree.Node:
    """The largest expression around a parameter that certainly makes another tensor of it."""
    node: tree.Node = call
    changed: tree.Node = call
    while True:
        above = syntax.parents.get(node)
        if isinstance(above, tree.Attribute) and above.value is node:
            outer = syntax.parents.get(above)
            if not isinstance(outer, tree.Call) or outer.func is not above:
                return call if above.attr in ("data", "grad") else changed
            known = method(above.attr)
            if known is None or known.returns != "tensor" or not known.differentiable:
                return call  # detached or converted, so it is not meant to be trained
            node = outer
            is_new = not known.inplace and not has_column(above.attr, "unchanged-when-new")
            if is_new and not _is_to_default(above, outer):
                changed = node
        elif above is not None and _is_arithmetic(above):
            node = changed = above
        else:
            return node if changed is not call else call


def _is_arithmetic(node: tree.Node) -> bool:
    if isinstance(node, tree.UnaryOp):
        return node.op == "-"
    return isinstance(node, tree.BinaryOp) and node.op in ("+", "-", "*", "/", "**", "@")


def _is_to_default(attribute: tree.Attribute, call: tree.Call) -> bool:
    """Whether a tensor is moved to where new tensors are: `.to("cpu")`, `.to(torch.float32)`."""
    if attribute.attr not in ("to", "type"):
        return False
    given = [a.value for a in call.args]
    plain = (isinstance(g, tree.Constant) and g.value in ("cpu", True, False) for g in given)
    return all(p or (tree.dotted(g) or "").endswith(("float32", "torch.float")) for p, g in zip(plain, given))


def _keeper(syntax: tree.Tree, node: tree.Node) -> tree.Node | None:
    """What an expression's value is assigned to, or which list it is appended to."""
    above = syntax.parents.get(node)
    if isinstance(above, tree.Assign) and len(above.targets) == 1:
        return above.targets[0]
    if isinstance(above, tree.AnnotatedAssign):
        return above.target
    call = syntax.parents.get(above) if isinstance(above, tree.Argument) else None
    if isinstance(call, tree.Call) and isinstance(call.func, tree.Attribute) and call.func.attr == "append":
        return call.func.value
    return None
