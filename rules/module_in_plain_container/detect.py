"""Modules and parameters that a module keeps in a plain list, tuple or dict, where PyTorch does not see them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.container_literals import Building, buildings
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import definitions_of, owner_of
from torchlint.domain.values import YES, Composite, Value, alternatives
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import operations
from torchlint.knowledge.torch_api import fact
from torchlint.queries import View
from torchlint.syntax import tree

from .detect_unseen import may_be_modules

if TYPE_CHECKING:
    from torchlint.queries import File

# What a class that sees to its hidden modules by itself mentions, or defines.
_BY_HAND = frozenset("add_module register_module register_parameter _modules _parameters __setattr__ __dict__".split())
_OVERRIDDEN = operations("submodules", "tensors", of="torch.nn.Module") | {"state_dict", "_apply"}
# What is done to the elements one by one by those who know that the model does not do it.
_LOOKED_AFTER = operations("tensors", "state", of="torch.nn.Module") | {"requires_grad_"}
# Moving them shows only that somebody saw the error; with these, they are meant not to be trained.
_MOVED = operations("move", of="torch.nn.Module")
_NOT_TRAINED = (
    frozenset(("eval", "requires_grad", "requires_grad_"))
    | operations("grad-off", of="torch.autograd")
    | operations("detach", of="torch.Tensor")
)
# Calls that only look at what they are given.
_LOOKING = frozenset(
    """len enumerate zip range print sum isinstance iter reversed list tuple map filter any all max min sorted set str
    repr hasattr getattr next type id""".split()
)


def plain_containers(file: File) -> Iterator[PlainContainer]:
    """The attributes of modules that hide modules or parameters from PyTorch, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda c: c.node.start):
        if cls.is_module:
            found = list(buildings(cls))
            registered = registered_elsewhere(file, cls) if found else set()
            for building in found:
                is_known = any(_is_hidden(file, one, registered) for one in building.elements)
                if is_known or may_be_modules(file, cls, building, registered):
                    if hides(file, cls, building):
                        yield PlainContainer(file, building.container, cls, building, is_known)


def hides(file: File, cls: Class, building: Building) -> bool:
    """Whether the module that holds a container uses it, and nothing says that it is meant to be hidden."""
    if building.hides_on_purpose:
        return False
    if not _is_used(file, building) or is_seen_to_by_hand(cls) or is_registered_later(file, cls, building):
        return False
    return not _is_moved_by_hand(cls, building) or is_trained_beside(cls)


@dataclass(frozen=True, slots=True, eq=False)
class PlainContainer(View):
    """A plain list, tuple or dict that a module's attribute holds modules or parameters in."""

    cls: Class
    building: Building
    is_known: bool  # whether something in it certainly has parameters

    @property
    def name(self) -> str:
        return self.building.name

    @property
    def attribute(self) -> View:
        """The attribute, as the assignment writes it; the container itself where that is not to be found."""
        statement = self.statement
        for node in tree.walk(statement.node):
            is_it = isinstance(node, tree.Attribute) and node.attr == self.building.attribute
            if is_it or (isinstance(node, tree.Name) and self.building.on_class and node.id == self.building.attribute):
                return View(self.file, node)
        return self

    @property
    def kind(self) -> str:
        """What it is: a list, tuple, set or dict."""
        return self.building.kind

    @property
    def holds_parameters(self) -> bool:
        """Whether parameters are in it, rather than modules."""
        values = self.file.facts.values
        return all(e in values and values[e].kind == "tensor" for e in self.building.elements)

    @property
    def is_proven(self) -> bool:
        """Whether class and elements certainly are modules, and the container is plain on all paths."""
        if not self.is_known or not self.cls.derives_from_module:
            return False
        return not is_registered_on_another_path(self.cls, self.building)

    @property
    def registering(self) -> str:
        """The container of PyTorch's that would register what is in this one."""
        kind = "Dict" if self.kind == "dict" else "List"
        return f"torch.nn.{'Parameter' if self.holds_parameters else 'Module'}{kind}"

    @property
    def wrapped(self) -> tuple[Edit, ...]:
        """The edits that make it a container of PyTorch's; none where not all that is in it would fit."""
        values = self.file.facts.values
        kinds = {values[e].kind if e in values else "unknown" for e in self.building.elements}
        if len(kinds) > 1 or not self.building.fits:
            return ()
        node = self.node
        if isinstance(node, (tree.List, tree.Dict)) and len(self.file.tree.text_of(node)) == 2:  # [] or {}
            return self.writing(self.registering, lambda written: (Edit(self.span, f"{written}()"),))
        bare = isinstance(node, tree.Tuple)  # whose parentheses, if it has any, are not part of it
        before, after = Span(node.start, node.start), Span(node.end, node.end)
        return self.writing(
            self.registering,
            lambda written: (Edit(before, f"{written}({'(' * bare}"), Edit(after, f"{')' * bare})")),
        )


def _is_hidden(file: File, element: tree.Node, registered: set[tree.Node]) -> bool:
    """Whether an element certainly has parameters, was made by this code, and is registered nowhere else."""
    value = file.facts.values.get(element)
    if value is None or value.assumed or not _is_made_here(file, element):
        return False
    if value.kind == "tensor":
        is_parameter = value.made_by == "parameter" and value.grad == YES and isinstance(element, tree.Call)
        return is_parameter and not _is_moved_on_the_spot(element)
    return isinstance(value.source, tree.Call) and value.source not in registered and has_parameters(value)


def _is_moved_on_the_spot(element: tree.Node) -> bool:
    """Whether a method of what is made gives the element, `nn.Parameter(...).cuda()`, so that it is no parameter."""
    func = element.func if isinstance(element, tree.Call) else None
    return isinstance(func, tree.Attribute) and isinstance(func.value, tree.Call)


def _is_made_here(file: File, element: tree.Node) -> bool:
    """Whether an element is made where the container is filled, and not given from outside: that may be on purpose."""
    if not isinstance(element, tree.Name):
        return isinstance(element, tree.Call)
    is_local = owner_of(file.tree, element) is not file.tree.root
    return is_local and any(one.kind == "assignment" for one in definitions_of(file.tree, element))


def has_parameters(value: Value, depth: int = 0) -> bool:
    """Whether a module certainly holds something that is trained."""
    if value.kind != "module" or depth > 4:
        return value.kind == "tensor" and value.made_by == "parameter" and value.grad == YES and depth > 0
    if isinstance(value.ref, str):
        known = fact(value.ref)
        if known is None or known.parameterless or known.mode == "track_running_stats":
            return False  # InstanceNorm has trainable parameters only with affine=True
        return known.kind == "module" and known.returns != "unknown"
    if isinstance(value.ref, Class):
        return any(has_parameters(v, depth + 1) for c in value.ref.lineage for v in c.attributes.values())
    if isinstance(value.ref, Composite):
        return any(has_parameters(v, depth + 1) for v in (*value.ref.parts, *value.items))
    return False


def registered_elsewhere(file: File, cls: Class) -> set[tree.Node]:
    """Where the modules were made that a class registers under a name of their own, or in another module."""
    return _registered(cls) | _put_into_modules(file, cls)


def _registered(cls: Class) -> set[tree.Node]:
    """Where the modules were made that are attributes themselves, or parts of one."""
    todo = [v for c in cls.lineage for v in c.attributes.values() if v.kind == "module"]
    found: set[tree.Node] = set()
    for value in todo:  # grows as parts are found
        if value.kind == "module":
            if value.source is not None:
                found.add(value.source)
            todo += [v for one in alternatives(value) if isinstance(one.ref, Composite) for v in one.ref.parts]
            todo += value.items
    return found


def _put_into_modules(file: File, cls: Class) -> set[tree.Node]:
    """Where the modules were made that this class gives to another one of PyTorch's containers, or to a module.

    `self.layers.append(layer)`, `self.layers[name] = layer`, and `block.qkv = LoRA(block.qkv, layer)`.
    """
    put: list[tuple[tree.Node, tree.Node]] = []
    for node in cls.unit.tree.walk(cls.node):
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.args:
            if node.func.attr in ("append", "insert"):
                put.append((node.func.value, node.args[-1].value))
        elif isinstance(node, tree.Assign):
            put += [(target.value, node.value) for target in node.targets if isinstance(target, tree.Subscript)]
            if isinstance(node.value, tree.Call) and any(isinstance(one, tree.Attribute) for one in node.targets):
                put += [(node.value, argument.value) for argument in node.value.args]
    values = file.facts.values
    inside = [values[part] for whole, part in put if part in values and _is_a_module(values.get(whole))]
    return {value.source for value in inside if value.source is not None}


def _is_a_module(value: Value | None) -> bool:
    return value is not None and value.kind == "module"


def is_seen_to_by_hand(cls: Class) -> bool:
    """Whether a class registers things itself, or tells PyTorch of its parameters in its own way."""
    for here in cls.lineage:
        if _OVERRIDDEN & here.methods.keys():
            return True
        for node in here.unit.tree.walk(here.node):
            if isinstance(node, tree.Attribute) and node.attr in _BY_HAND:
                is_own = tree.dotted(node.value) in ("self", "object", None)
                if is_own and not _is_looked_up(here.unit.tree, node):
                    return True
            if isinstance(node, tree.Call) and tree.dotted(node.func) == "setattr":
                return True
    return False


def _is_looked_up(syntax: tree.Tree, node: tree.Attribute) -> bool:
    """Whether one of the registered modules is only called by its name: `self._modules[name](x)`."""
    index = syntax.parents.get(node)
    call = syntax.parents.get(index) if isinstance(index, tree.Subscript) and index.value is node else None
    return isinstance(call, tree.Call) and call.func is index


def is_registered_later(file: File, cls: Class, building: Building) -> bool:
    """Whether the container is given to something that may register what is in it, or its elements are looked after."""
    forwards = {c.methods["forward"].node for c in cls.lineage if "forward" in c.methods}
    for node in cls.unit.tree.walk(cls.node):
        if isinstance(node, tree.Call) and tree.dotted(node.func) not in _LOOKING:
            if any(_mentions(argument.value, building) for argument in node.args):
                made = file.facts.values.get(node)
                inside = file.tree.above(node, tree.FunctionDef)
                if inside not in forwards or (made is not None and made.kind == "module"):
                    return True
        if isinstance(node, tree.Assign) and building.is_it(node.value):
            if any(isinstance(target, tree.Subscript) for target in node.targets):
                return True  # passed on in somebody else's container
    return _are_elements_given(cls, building, _LOOKED_AFTER)


def is_registered_on_another_path(cls: Class, building: Building) -> bool:
    """Whether one path assigns one of PyTorch's containers: the plain one may be on purpose, or a mistake."""
    return any(
        isinstance(node.value, tree.Call)
        and any(building.is_it(target) for target in node.targets)
        and "Module" in (tree.dotted(node.value.func) or "")
        for node in cls.unit.tree.inside(cls.node, tree.Assign)
    )


def _is_moved_by_hand(cls: Class, building: Building) -> bool:
    """Whether the class moves the elements to a device itself."""
    return _are_elements_given(cls, building, _MOVED)


def _are_elements_given(cls: Class, building: Building, methods: frozenset[str]) -> bool:
    """Whether the class calls one of these methods on an element."""
    return any(
        node.attr in methods and _is_element(node.value, cls, building)
        for node in cls.unit.tree.inside(cls.node, tree.Attribute)
    )


def is_trained_beside(cls: Class) -> bool:
    """Whether the class has parameters of its own that are trained, and nothing in it says what is not to be."""
    held = (value for one in cls.lineage for value in one.attributes.values())
    return any(has_parameters(value, 1) for value in held) and not mentions_frozen(cls)


def mentions_frozen(cls: Class) -> bool:
    """Whether anything in a class is about what is not to be trained."""
    mentioned = {node.attr for node in cls.unit.tree.inside(cls.node, tree.Attribute)}
    return not _NOT_TRAINED.isdisjoint(mentioned)


def _mentions(node: tree.Node, building: Building) -> bool:
    """Whether an expression hands on the container, and not only its length."""
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "len":
        return False
    return building.is_it(node) or any(_mentions(child, building) for child in tree.children(node))


def _is_element(node: tree.Node, cls: Class, building: Building) -> bool:
    """Whether an expression is an element of the container: one by its index, or a loop's target."""
    if isinstance(node, tree.Subscript):
        return building.is_it(node.value)
    if not isinstance(node, tree.Name):
        return False
    found = (one for one in definitions_of(cls.unit.tree, node) if one.kind in ("for", "comprehension"))
    return any(one.source is not None and _mentions(one.source, building) for one in found)


def _is_used(file: File, building: Building) -> bool:
    """Whether anything in the file reads the attribute, other than to put more into it."""
    reads = (n for n in file.tree.all(tree.Attribute) if n.attr == building.attribute)
    return any(node not in building.writes for node in reads)
