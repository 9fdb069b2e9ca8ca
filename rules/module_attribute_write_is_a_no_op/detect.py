"""Assignments to attributes that PyTorch takes without a word, and never looks at."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import definitions, definitions_of, reaching_definition
from torchlint.domain.values import OneOf, Sequential, Value
from torchlint.finding import Edit, Span
from torchlint.knowledge.naming_conventions import names_model
from torchlint.knowledge.operations import has_column, operations
from torchlint.knowledge.signatures import SETTINGS
from torchlint.knowledge.torch_api import method
from torchlint.queries import ExpressionView, View, query
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What optimizers and schedulers look up in their parameter groups.
_OF_GROUPS = frozenset("lr learning_rate weight_decay momentum betas eps dampening nesterov".split())
_TYPOS = frozenset(
    "require_grad requires_grads require_grads required_grad requires_gradient requiresGrad requireGrad".split()
)
_SUBMODULES = operations("submodules", of="torch.nn.Module")
# What is a context, and no flag of a tensor: graphs of what is computed with it are recorded all the same.
_OF_GRAPHS = frozenset(("no_grad",))
# What an assignment means to change, and does not; empty where it may change something.
Writing = Literal["", "frozen", "mode", "group", "typo", "setting", "method"]


@dataclass(frozen=True, slots=True, eq=False)
class AttributeWrite(View):
    """An assignment to an attribute of something of PyTorch's, which changes nothing."""

    target: tree.Attribute
    assigned: ExpressionView
    kind: Writing

    @property
    def is_sure(self) -> bool:
        """Whether it is known what the attribute is set on."""
        value, call = self.receiver.value, self.assigned.node
        if self.kind == "method" and isinstance(call, tree.Call):
            is_torchs = self.file.names.spelled_out(call.func).startswith("torch.")
            return is_torchs or (value.kind == "tensor" and value.proven)
        if is_taken_from_a_module(self.file, self.target.value):
            return True
        if self.hides_method:
            return value.kind in ("module", "tensor") and not value.assumed
        if self.kind == "mode" and value.ref is None:
            return False  # a layer without layers inside is in eval mode then
        return not value.assumed and (self.kind not in ("frozen", "mode") or value.kind == "module")

    @property
    def receiver(self) -> ExpressionView:
        return ExpressionView(self.file, self.target.value)

    @property
    def attribute(self) -> View:
        """What is assigned to, as it is written."""
        return View(self.file, self.target)

    @property
    def name(self) -> str:
        return self.target.attr

    @property
    def hides_method(self) -> bool:
        """Whether a method is replaced on this object: a run has no attribute to compare."""
        return self.kind == "method" or self.name == "requires_grad_"

    @property
    def meant(self) -> str:
        """The attribute that was meant; empty where none is alike."""
        if self.kind == "typo":
            return "" if self.name in _OF_GRAPHS else "requires_grad"
        known = sorted(SETTINGS.get(self.file.names.spelled_out(self.target.value), ()))
        return next(iter(difflib.get_close_matches(self.name, known, 1, 0.8)), "")

    @property
    def instead(self) -> str:
        """The code that would do it; empty where it is not known."""
        receiver, value = self.receiver.code, self.assigned.code
        if self.kind == "frozen":
            return f"{receiver}.requires_grad_({value})"
        if self.kind == "mode":
            written = self.assigned.node.value if isinstance(self.assigned.node, tree.Constant) else None
            return f"{receiver}.train()" if written else f"{receiver}.eval()" if written is False else ""
        if self.kind == "method":
            return f"{receiver} = {value}"
        if self.kind == "group":
            key = "lr" if self.name == "learning_rate" else self.name
            return f'for group in {receiver}.param_groups: group["{key}"] = {value}'
        return f"{receiver}.{self.meant} = {value}" if self.meant else ""

    def effective(self) -> tuple[Edit, ...]:
        """The edits that write what was meant."""
        instead = self.instead
        if not instead or "\n" in self.assigned.code:
            return ()
        if self.kind == "group":
            head, _, body = instead.partition(": ")
            start = self.node.start
            line = self.file.text.rfind("\n", 0, start) + 1
            indent = self.file.text[line:start]
            if indent.strip():
                return ()  # the statement shares its line with another one
            instead = f"{head}:{edits.newline(self.file.text)}{indent}    {body}"
        return (Edit(Span(self.node.start, self.node.end), instead),)


def attribute_writes(file: File) -> Iterator[AttributeWrite]:
    """The assignments of this file that change nothing that PyTorch looks at, in source order."""
    for assign in file.tree.all(tree.Assign):
        target = assign.targets[0] if len(assign.targets) == 1 else None
        if not isinstance(target, tree.Attribute):
            continue
        kind = _kind(file, target, assign.value)
        if kind:
            yield AttributeWrite(file, assign, target, ExpressionView(file, assign.value), kind)


def _kind(file: File, target: tree.Attribute, value: tree.Node) -> Writing:
    """Why the assignment changes nothing; empty where it may change something."""
    name = target.attr
    if name == "requires_grad_":
        return _kind_of_method(file, target, value)
    if name not in _OF_GROUPS | _TYPOS | _OF_GRAPHS and name not in ("requires_grad", "training"):
        known = SETTINGS.get(file.names.spelled_out(target.value)) if tree.dotted(target.value) else None
        if known is None:
            return "method" if _computes_same(file, target, value) else ""
        return "setting" if name not in known and not name.startswith("_") else ""
    owner = file.facts.values.get(target.value)
    if name == "requires_grad" and is_taken_from_a_module(file, target.value):
        is_of_the_file = re.search(rf"\b(self\.|def ){name}\b", file.text) is not None
        has_its_own = is_of_the_file or (owner is not None and _has_its_own(owner, name))
        return "" if has_its_own else "frozen"
    if owner is not None and name in _OF_GRAPHS:
        return "typo" if owner.kind == "tensor" else ""
    if name == "requires_grad" and (owner is None or owner.kind == "unknown") and _is_called_a_module(target.value):
        return "frozen"
    if name == "training" and (owner is None or owner.kind == "unknown" or (owner.kind == "module" and owner.assumed)):
        is_switched_off = isinstance(value, tree.Constant) and value.value is False
        return "mode" if is_switched_off and _is_called_a_whole(target.value) else ""
    if name == "requires_grad" and tree.dotted(target.value) == "self" and isinstance(value, tree.Constant):
        is_own = owner is not None and owner.kind == "module" and not _is_read(file, owner, name)
        return "frozen" if is_own else ""
    if owner is None or owner.assumed or _has_its_own(owner, name):
        return ""
    if name in _TYPOS:
        return "typo" if owner.kind in ("tensor", "module") else ""
    if owner.kind in ("optimizer", "scheduler"):
        return "group" if name in _OF_GROUPS and owner.kind == "optimizer" else ""
    if owner.kind != "module" or tree.dotted(target.value) == "self":
        return ""
    if name == "requires_grad":
        return "frozen"
    mode = value.value if isinstance(value, tree.Constant) else None
    if name != "training" or not isinstance(mode, bool) or not (_has_parts(owner) or (owner.ref is None and not mode)):
        return ""
    return "" if mode and _is_set_apart(file, target) else "mode"


def _kind_of_method(file: File, target: tree.Attribute, value: tree.Node) -> Writing:
    """Whether the method `requires_grad_` is replaced by a flag: `model.requires_grad_ = False`."""
    if not isinstance(value, tree.Constant) or not isinstance(value.value, bool):
        return ""
    owner = file.facts.values.get(target.value)
    return "" if owner is not None and _has_its_own(owner, target.attr) else "frozen"


def is_taken_from_a_module(file: File, node: tree.Expression) -> bool:
    """Whether a loop takes it from a module: `for child in model.children()`, `for name, part in net.named_modules()`.

    Nothing but modules has these methods and `requires_grad`.
    """
    one = reaching_definition(file.tree, node) if isinstance(node, tree.Name) else None
    loop = one.node if one is not None and one.kind == "for" else None
    if not isinstance(node, tree.Name) or not isinstance(loop, tree.For):
        return False
    over = loop.iter.value if isinstance(loop.iter, tree.Subscript) else loop.iter
    if isinstance(over, tree.Call) and tree.dotted(over.func) in ("list", "tuple", "reversed") and len(over.args) == 1:
        over = over.args[0].value
    if not isinstance(over, tree.Call) or not isinstance(over.func, tree.Attribute):
        return False
    taken = loop.target
    if over.func.attr.startswith("named_"):
        pair = taken.elements if isinstance(taken, (tree.Tuple, tree.List)) else []
        taken = pair[1] if len(pair) == 2 else taken
    return over.func.attr in _SUBMODULES and isinstance(taken, tree.Name) and taken.id == node.id


def _is_called_a_module(node: tree.Expression) -> bool:
    """Whether this is a part of something, under a name that people give to models and their heads: `net.lm_head`."""
    return isinstance(node, tree.Attribute) and (names_model(node.attr) or node.attr.endswith("head"))


def _is_called_a_whole(node: tree.Expression) -> bool:
    """Whether a name is one for a whole model, of which it makes no difference that it is not in train mode itself."""
    name = tree.last_part(node) or ""
    return names_model(name) or name.endswith(("model", "net"))


def _computes_same(file: File, target: tree.Attribute, value: tree.Node) -> bool:
    """Whether a method's name is assigned what it computes: `x.clamp = torch.clamp(x, 0)`, `x.abs = x.abs()`."""
    known = method(target.attr)
    if known is None or known.kind != "method" or known.returns != "tensor" or not isinstance(value, tree.Call):
        return False
    if tree.last_name(value.func) != target.attr or not isinstance(value.func, tree.Attribute):
        return False
    is_function = file.names.spelled_out(value.func) == f"torch.{target.attr}"
    operand = tree.positional(value, 0) if is_function else value.func.value
    if operand is None or tree.dotted(operand) is None or tree.dotted(operand) != tree.dotted(target.value):
        return False
    same = (n for n in file.tree.all(tree.Attribute) if n is not target and tree.dotted(n) == tree.dotted(target))
    above = (file.tree.parents.get(one) for one in same)
    return all(isinstance(one, (tree.Call, tree.Assign)) for one in above)  # otherwise the result is kept there


def _is_set_apart(file: File, target: tree.Attribute) -> bool:
    """Whether the whole that a module is a part of was put into eval mode before: what is in it is to stay in that."""
    scope, name = file.tree.scope(target), tree.root_name(target.value)
    bound = definitions_of(file.tree, name) if name is not None else ()
    made = [one.value for one in bound if one.value is not None and one.node.start < target.start]
    wholes = {whole for node in (target.value, *made) for whole in _wholes(node)}
    calls = (call.func for call in file.tree.inside(scope, tree.Call) if call.start < target.start)
    switched = (func.value for func in calls if isinstance(func, tree.Attribute) and func.attr == "eval")
    return any(tree.dotted(node) in wholes and ExpressionView(file, node).value.kind == "module" for node in switched)


def _wholes(part: tree.Node) -> Iterator[str]:
    """What an expression takes a part of: `a.b` and `a` of `a.b[-1]`."""
    while isinstance(part, (tree.Attribute, tree.Subscript)):
        part = part.value
        if whole := tree.dotted(part):
            yield whole


def _has_its_own(owner: Value, name: str) -> bool:
    """Whether a class of the user's says itself what the attribute is."""
    ref = owner.ref
    if isinstance(ref, OneOf):
        return any(_has_its_own(part, name) for part in ref.parts)
    if not isinstance(ref, Class):
        return False
    if any(name in cls.methods or "__setattr__" in cls.methods for cls in ref.lineage):
        return True
    return ref.has_unresolved_base or any(_mentions(cls, name) for cls in ref.lineage)


def _mentions(cls: Class, name: str) -> bool:
    """Whether the class reads the attribute, or assigns it in its own body."""
    if name == "training":
        return False  # every module does
    for node in tree.walk(cls.node):
        if isinstance(node, tree.Attribute) and node.attr == name and tree.dotted(node.value) == "self":
            return True
    return name in definitions(cls.unit.tree, cls.node)


def _is_read(file: File, owner: Value, name: str) -> bool:
    """Whether an attribute that a class of the user's assigns may be a setting of its own, or does what it says."""
    if not isinstance(owner.ref, Class) or owner.ref.has_unresolved_base:
        return True
    if not owner.ref.has_parameters() and set(owner.ref.external_bases) <= {"torch.nn.Module"}:
        return True
    lineage = owner.ref.lineage
    if any({name, f"{name}_", "__setattr__"} & cls.methods.keys() for cls in lineage):
        return True
    if any(one.value == name for cls in lineage for one in cls.unit.tree.inside(cls.node, tree.Constant)):
        return True  # `getattr(self, "requires_grad")`
    own = [(n, cls) for cls in lineage for n in cls.unit.tree.inside(cls.node, tree.Attribute)]
    for node, cls in own:
        is_whole = tree.dotted(node.value) == "self" and node.attr in (name, f"{name}_")
        if is_whole and not isinstance(cls.unit.tree.parents.get(node), tree.Assign):
            return True
    return name in _read_of_modules(file)


@query
def _read_of_modules(file: File) -> frozenset[str]:
    """The attributes that code asks modules for other than `self`."""
    return frozenset(node.attr for node in file.tree.all(tree.Attribute) if _is_read_of_module(file, node))


def _is_read_of_module(file: File, node: tree.Attribute) -> bool:
    """Whether code asks something else than `self` that is a module, or called like one, for an attribute."""
    above = file.tree.parents.get(node)
    if tree.dotted(node.value) == "self" or (isinstance(above, tree.Assign) and node in above.targets):
        return False
    known = file.facts.values.get(node.value)
    return (known is not None and known.kind == "module") or names_model(tree.last_part(node.value) or "")


def _has_parts(owner: Value) -> bool:
    """Whether a module has modules inside it, which keep their own mode."""
    if isinstance(owner.ref, str):
        last = owner.ref.rpartition(".")[2]
        return has_column(last, "has-layers", of="torch.nn") or owner.ref.startswith("torchvision.models.")
    if isinstance(owner.ref, Sequential):
        return True
    return isinstance(owner.ref, Class) and any(
        v.kind == "module" for c in owner.ref.lineage for v in c.attributes.values()
    )
