"""What the methods of a module do with one of its attributes, and with what its forward is given.

Long because each way to compute with a tensor is followed back to the input.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions, reads_after
from torchlint.domain.values import Value
from torchlint.knowledge.operations import POINTWISE, VIEWS, Column, has_column
from torchlint.queries import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What gives another view of the same tensor, or works on it, on the device where it is.
_KEEPING: tuple[Column, ...] = (*VIEWS, *POINTWISE, "copy", "repeat", "rearrange", "cast")
_ARITHMETIC = frozenset(("+", "-", "*", "/", "@", "**"))
# Functions that put tensors together with others.
_TOGETHER: tuple[Column, ...] = ("binary", "choice", "clamp", "product", "join", "one-device")
# What has no device of its own, or is put on one on purpose.
_ELSEWHERE: tuple[Column, ...] = ("metadata", "fetch", "move", "create-anew", "create-from-data")
# Bases with a property `device`, which says where the parameters are.
_HAVE_DEVICE = ("LightningModule", "PreTrainedModel", "ModelMixin")
# The ways to give a value to a name that are followed.
_FOLLOWED = ("assignment", "augmented", "for", "comprehension")
# A distribution computes with all its parameters together.
_DISTRIBUTIONS = "torch.distributions"
_DEEPEST = 16  # the longest expression that is followed


class Uses:
    """The uses of a module's attribute in the code of its class, its bases and its subclasses."""

    def __init__(self, file: File, cls: Class, target: tree.Attribute, *, wants_grad: bool, is_lazy: bool) -> None:
        self.file = file
        self.target = target  # where the attribute is assigned
        self.wants_grad = wants_grad  # whether it is meant to be trained
        self.is_lazy = is_lazy  # whether it is assigned None before
        self.is_by_items = False  # whether a forward computes only with items of it: `self.bounds[0]`
        self.is_only_returned = False  # whether a forward only returns it, for others to compute with
        self.is_replaced_by_option = False  # whether an option makes the constructor assign a parameter instead
        self._replacing = self._options_that_replace()
        known = _batch_methods(file)
        if cls not in known:
            known[cls] = _BatchMethods(cls)
        self._class = known[cls]

    def by_forward(self) -> tree.Node | None:
        """Where a forward computes with the attribute and its input; None if anybody moves it or sets it anew.

        Otherwise, where it returns the attribute: others will compute with it.
        """
        found: tree.Node | None = None
        item: tree.Node | None = None
        returned: tree.Node | None = None
        for one in self._class.related:
            for node in one.unit.tree.once(_named_inside, one.node).get(self.target.attr, ()):
                if isinstance(node, tree.Constant):
                    if self._is_where_replaced(node):
                        continue
                    return None  # a buffer of that name, or an attribute looked up by name
                if node is self.target:
                    continue
                if tree.dotted(node.value) != "self" or one.node not in self.file.analysis.class_at:
                    continue
                if self._is_on_another_way(node):
                    continue  # there the attribute is something else, perhaps a parameter
                if self._is_where_replaced(node):
                    self.is_replaced_by_option = True
                    continue
                place = self._computes_with(node)
                if place is False:
                    return None
                function = self.file.tree.above(node, tree.FunctionDef)
                if isinstance(place, tree.Node) and isinstance(function, tree.FunctionDef):
                    if isinstance(place, tree.Return):
                        returned = returned or place
                    elif function.name in self._class.forward and self._is_one_item(node):
                        item = item or place
                    elif function.name in self._class.forward:
                        found = found or place
        self.is_by_items = found is None and item is not None
        self.is_only_returned = found is None and item is None
        return None if self.wants_grad and self._is_used_outside() else found or item or returned

    def _is_on_another_way(self, node: tree.Node) -> bool:
        """Whether a branch without the assignment uses the attribute, where no later call can take that branch."""
        own = {} if self.is_lazy else self.file.tree.branches(self.target, tree.If)
        return any(own.get(choice, side) != side for choice, side in self.file.tree.branches(node, tree.If).items())

    def _options_that_replace(self) -> frozenset[str]:
        """The conditions under which the code around the assignment goes on to make the tensor a parameter."""
        function = self.file.tree.above(self.target, tree.FunctionDef)
        if function is None or self.is_lazy:
            return frozenset()
        found = set[str]()
        for choice in self.file.tree.own(function, tree.If):
            if choice.start < self.target.end or choice.orelse:
                continue  # before it, or with another value for each case
            for one in choice.body:
                is_same = isinstance(one, tree.Assign) and tree.dotted(one.targets[0]) == tree.dotted(self.target)
                if is_same and isinstance(one, tree.Assign) and isinstance(one.value, tree.Call):
                    if tree.last_part(one.value.func) == "Parameter":
                        found.add(self.file.tree.text_of(choice.test))
        return frozenset(found)

    def _is_where_replaced(self, node: tree.Node) -> bool:
        """Whether code runs only with an option with which the attribute is a parameter."""
        if not self._replacing:
            return False
        choices = self.file.tree.branches(node, tree.If).items()
        return any(
            isinstance(choice, tree.If) and side == "body" and self.file.tree.text_of(choice.test) in self._replacing
            for choice, side in choices
        )

    def _is_one_item(self, node: tree.Node) -> bool:
        """Whether one item is taken: of a vector that is a single number, which computes with tensors anywhere."""
        above = self.file.tree.parents.get(node)
        index = above.index if isinstance(above, tree.Subscript) and above.value is node else None
        if isinstance(index, tree.Name):
            found = reaching_definitions(self.file.tree, index)
            return bool(found) and all(one is not None and _is_integer(one) for one in found)
        return isinstance(index, tree.Constant) and isinstance(index.value, int)

    def filled_by_forward(self) -> tree.Node | None:
        """Where a forward writes its input into entries of the attribute; None if anybody asks for its device."""
        found: tree.Node | None = None
        for one in self._class.related:
            for node in one.unit.tree.once(_named_inside, one.node).get(self.target.attr, ()):
                if tree.dotted(node) != f"self.{self.target.attr}":
                    continue
                above = self.file.tree.parents.get(node)
                if isinstance(above, tree.Attribute) and has_column(above.attr, "move", "placement"):
                    return None
                statement = self.file.tree.parents.get(above) if isinstance(above, tree.Subscript) else None
                function = self.file.tree.above(node, tree.FunctionDef)
                if isinstance(statement, tree.Assign) and above in statement.targets and found is None:
                    is_run = isinstance(function, tree.FunctionDef) and function.name in self._class.forward
                    found = statement if is_run and self._is_of_the_input(statement.value) else None
        return found

    def _is_used_outside(self) -> bool:
        """Whether code outside reads an attribute of that name, and may give it to an optimizer."""
        named = self.file.tree.once(_named_inside, self.file.tree.root).get(self.target.attr, ())
        return any(isinstance(n, tree.Attribute) and tree.dotted(n.value) != "self" for n in named)

    def _computes_with(self, node: tree.Node, depth: int = 0) -> tree.Node | bool | None:
        """The operation of an attribute with something else; False where it is moved, set or handed on; else None."""
        parents = self.file.tree.parents
        while True:
            above = parents.get(node)
            if isinstance(above, tree.Attribute):
                call = parents.get(above)
                if has_column(above.attr, "metadata") and not has_column(above.attr, "placement"):
                    return None
                if not has_column(above.attr, *_KEEPING) or above.attr in ("type", "type_as"):
                    return False  # `.to(x.device)`, `.cuda()`, `.type_as(x)`, `.device`: the code handles the device
                node = call if isinstance(call, tree.Call) and call.func is above else above
            elif isinstance(above, tree.Subscript) and above.value is node:
                if self._is_indexed_by_input(above):
                    return above
                node = above
            elif isinstance(above, tree.UnaryOp) or (
                isinstance(above, tree.Compare) and above.left is node and _are_numbers(above.comparators)
            ):
                node = above
            else:
                break
        if isinstance(above, tree.BinaryOp) and above.op in _ARITHMETIC:
            other = above.right if above.left is node else above.left
            return above if self._is_of_the_input(other) else None
        if isinstance(above, tree.AugmentedAssign) and above.value is node and above.op in _ARITHMETIC:
            return above if self._is_of_the_input(above.target) else None
        if isinstance(above, tree.Assign) and len(above.targets) == 1 and isinstance(above.targets[0], tree.Name):
            return self._named_computes_with(above, above.targets[0], depth + 1)
        if isinstance(above, tree.Return) and not self.wants_grad and self._is_of_forward(above):
            return above
        is_target = isinstance(above, tree.AugmentedAssign) and above.target is node
        if isinstance(node, tree.Subscript) and (
            is_target or (isinstance(above, tree.Assign) and node in above.targets)
        ):
            return None  # written into: it stays the same tensor
        if isinstance(above, (tree.Assign, tree.AnnotatedAssign, tree.AugmentedAssign, tree.Return)):
            return None if self._empties(above, node) else False
        list_of = parents.get(above) if isinstance(above, (tree.List, tree.Tuple)) else above
        call = parents.get(list_of) if isinstance(list_of, tree.Argument) else None
        if isinstance(call, tree.Call):
            package, _, name = self.file.names.spelled_out(call.func).rpartition(".")
            is_together = package in ("torch", "torch.nn.functional") and has_column(name, *_TOGETHER)
            others = [argument.value for argument in call.args]
            if isinstance(call.func, tree.Attribute) and has_column(call.func.attr, *_TOGETHER):
                is_together, others = True, [*others, call.func.value]  # `scores.masked_fill(self.mask, -1e9)`
            is_together = is_together or package.startswith(_DISTRIBUTIONS)
            return call if is_together and any(self._is_of_the_input(one) for one in others) else False
        return False if self.wants_grad and not isinstance(above, tree.Compare) else None

    def _is_indexed_by_input(self, node: tree.Subscript) -> bool:
        """Whether a tensor of indices is on the device of the model: PyTorch takes no such indices for a CPU tensor."""
        index = self.file.facts.values.get(node.index)
        is_tensor = index is not None and index.kind == "tensor"
        return is_tensor and not self.wants_grad and self._is_of_the_input(node.index)

    def _is_of_forward(self, returned: tree.Return) -> bool:
        """Whether a statement gives back what the module itself is called for."""
        function = self.file.tree.above(returned, tree.FunctionDef)
        return isinstance(function, tree.FunctionDef) and function.name in self._class.entries

    def _named_computes_with(self, assign: tree.Assign, name: tree.Name, depth: int) -> tree.Node | bool | None:
        """The same of a local name that the attribute, or a view of it, was given, wherever the name is read."""
        if depth > _DEEPEST:
            return False
        reads = [self._computes_with(read, depth) for read in reads_after(self.file.tree, name, assign)]
        if not reads or any(one is False for one in reads):
            return False
        return next((one for one in reads if isinstance(one, tree.Node)), None)

    def _empties(self, statement: tree.Node, node: tree.Node) -> bool:
        """Whether a statement assigns None to an attribute that is made lazily."""
        is_assigned = isinstance(statement, (tree.Assign, tree.AnnotatedAssign)) and node in tree.targets(statement)
        value = statement.value if isinstance(statement, (tree.Assign, tree.AnnotatedAssign)) else None
        return self.is_lazy and is_assigned and isinstance(value, tree.Constant) and value.value is None

    def _is_of_the_input(self, node: tree.Node, seen: tuple[tree.Node, ...] = ()) -> bool:
        """Whether an expression is made of what the forward is given: of one of its own parameters."""
        known = self.file.facts.values.get(node)
        if len(seen) > _DEEPEST or (known is not None and known.kind == "number"):
            return False
        seen = seen if isinstance(node, tree.Attribute) else (*seen, node)
        if self._is_registered(node, known):
            return True
        if isinstance(node, tree.Name):
            return self._is_given(node, seen)
        if isinstance(node, (tree.Subscript, tree.Attribute)):
            is_elsewhere = isinstance(node, tree.Attribute) and has_column(node.attr, *_ELSEWHERE)
            return not is_elsewhere and self._is_of_the_input(node.value, seen)
        if isinstance(node, tree.BinaryOp):
            return self._is_of_the_input(node.left, seen) or self._is_of_the_input(node.right, seen)
        if isinstance(node, tree.Conditional):
            return self._is_of_the_input(node.body, seen) and self._is_of_the_input(node.orelse, seen)
        if isinstance(node, tree.Comprehension):
            return self._is_of_the_input(node.element, seen)
        if isinstance(node, (tree.List, tree.Tuple)):
            return any(self._is_of_the_input(element, seen) for element in node.elements)
        if isinstance(node, tree.Call):
            device = _device_of(node)
            if device is not None and (self._is_of_the_input(device, seen) or self._is_own_device(device)):
                return True
            if has_column(tree.last_part(node.func), *_ELSEWHERE) or tree.dotted(node.func) in ("len", "int", "float"):
                return False
            return self._is_of_the_input(node.func, seen) or any(
                self._is_of_the_input(a.value, seen) for a in node.args
            )
        return False

    def _is_own_device(self, owner: tree.Expression) -> bool:
        """Whether `owner.device` is where the module's parameters are, as a framework's base class has it."""
        related = self._class.related
        bases = (base for one in related for base in one.external_bases)
        is_known = any(base.endswith(_HAVE_DEVICE) for base in bases)
        return is_known and tree.dotted(owner) == "self" and not any("device" in one.attributes for one in related)

    def _is_registered(self, node: tree.Node, known: Value | None) -> bool:
        """Whether an expression is a parameter or buffer of the module or of its parts, which move with it."""
        if known is not None and known.made_by == "parameter":
            return True
        if not isinstance(node, tree.Attribute) or tree.dotted(node.value) != "self" or node.attr == self.target.attr:
            return False
        return any(node.attr in one.unit.tree.once(_buffers, one.node) for one in self._class.related)

    def _is_given(self, name: tree.Name, seen: tuple[tree.Node, ...]) -> bool:
        """Whether a name is a parameter that a forward is given, or whatever else it may be is made of one."""
        found = reaching_definitions(self.file.tree, name)
        for one in found:
            if one is None:
                return False
            if one.kind == "parameter":
                function = self.file.tree.above(one.node, tree.FunctionDef)
                if not isinstance(function, tree.FunctionDef) or not self._brings_input(function, one.name, seen):
                    return False
            elif not self._is_of_source(one, seen):
                return False
        return bool(found)

    def _is_of_source(self, given: Definition, seen: tuple[tree.Node, ...]) -> bool:
        """Whether what a name is given is made of the input."""
        if given.source is None or given.kind not in _FOLLOWED or _may_be_a_number(given):
            return False
        return given.source in seen or self._is_of_the_input(given.source, seen)

    def _brings_input(self, function: tree.FunctionDef, name: str, seen: tuple[tree.Node, ...]) -> bool:
        """Whether a parameter of a method is made of the forward's input, wherever a forward comes to call it."""
        names = [parameter.name for parameter in function.parameters]
        if name not in names[1:]:
            return False
        if function.name in self._class.entries:
            return True
        calls = self._calls_by_forward(function)
        given = [tree.passed_to(function, call, is_bound=True).get(name) for call in calls]
        return bool(given) and all(
            value is not None and (value in seen or self._is_of_the_input(value, seen)) for value in given
        )

    def _calls_by_forward(self, called: tree.FunctionDef) -> list[tree.Call]:
        """The calls of an own method in the methods that a forward reaches; others may give what they have."""
        owner = self.file.analysis.class_at.get(self.file.tree.above(called, tree.ClassDef))
        found = self._class.calls.get(called.name, {})
        reaching = (calls for (cls, name), calls in found.items() if self._may_reach(cls, name, owner, called.name))
        return [call for calls in reaching for call in calls]

    def _may_reach(self, caller: Class, method: str, owner: Class | None, called: str) -> bool:
        """Whether objects of some class have one class's method, and another's as what it calls."""
        if owner is None:
            return True
        kinds = (one for one in self._class.related if caller in one.lineage and owner in one.lineage)
        return any(caller in _having(one, method) and owner in _having(one, called) for one in kinds)


def _having(cls: Class, name: str) -> Iterator[Class]:
    """The class that gives objects of a class a method, and those whose version that one calls by `super()`."""
    for one in cls.lineage:
        method = one.methods.get(name)
        if method is not None:
            yield one
            calls = method.unit.tree.inside(method.node, tree.Call)
            if not any(tree.dotted(call.func) == "super" for call in calls):
                return


class _BatchMethods:
    """The methods of a class, its bases and its subclasses that come to be given batches on the module's device."""

    def __init__(self, cls: Class) -> None:
        self.related = [*cls.lineage, *cls.subclasses]
        steps = (name for one in cls.lineage for name in one.methods if _is_given_batches(cls, name))
        self.entries = ("forward", *steps)  # the methods that are given them
        self.forward = reached(cls, self.entries)  # and those that these call

    @cached_property
    def calls(self) -> dict[str, dict[tuple[Class, str], list[tree.Call]]]:
        """The calls of own methods in these, by the called method, and then by class and method that they are in."""
        found: dict[str, dict[tuple[Class, str], list[tree.Call]]] = {}
        for one in self.related:
            for method_name, method in one.methods.items():
                inside = method.unit.tree.once(_calls_of_own, method.node) if method_name in self.forward else {}
                for name, calls in inside.items():
                    found.setdefault(name, {})[one, method_name] = calls
        return found


@query
def _batch_methods(_: File) -> dict[Class, _BatchMethods]:
    """Those of each class; added when they are asked for."""
    return {}


def _may_be_a_number(element: Definition) -> bool:
    """Whether a loop may be over numbers, as from `range` and `enumerate`; parts of a tensor are none."""
    over = element.source if element.kind in ("for", "comprehension") else None
    return isinstance(over, tree.Call) and not (
        isinstance(over.func, tree.Attribute) and has_column(over.func.attr, "split")
    )


def _are_numbers(nodes: Sequence[tree.Node]) -> bool:
    """Whether what a tensor is compared with is written as numbers: the mask is where the tensor is."""
    return all(isinstance(one, tree.Constant) and isinstance(one.value, (int, float)) for one in nodes)


def _is_integer(definition: Definition) -> bool:
    """Whether a name is declared an `int`, or counts the passes of a loop: `for step in range(steps)`."""
    if definition.kind == "parameter":
        return isinstance(definition.node, tree.Parameter) and tree.dotted(definition.node.annotation) == "int"
    loop = definition.node
    is_whole = isinstance(loop, tree.For) and loop.target is definition.target
    return is_whole and isinstance(definition.source, tree.Call) and tree.dotted(definition.source.func) == "range"


def _named_inside(syntax: tree.Tree, part: tree.Node) -> dict[str, list[tree.Attribute | tree.Constant]]:
    """The attributes, and the texts that are such a name, in some code, by that name."""
    found: dict[str, list[tree.Attribute | tree.Constant]] = {}
    for node in syntax.walk(part):
        name = node.attr if isinstance(node, tree.Attribute) else tree.string_of(node)
        if isinstance(node, (tree.Attribute, tree.Constant)) and name is not None:
            found.setdefault(name, []).append(node)
    return found


def _buffers(syntax: tree.Tree, cls: tree.Node) -> frozenset[object]:
    """The names under which a class registers buffers."""
    calls = syntax.once(_calls_of_own, cls).get("register_buffer", ())
    names = (tree.argument(call, 0, "name") for call in calls)
    return frozenset(name.value for name in names if isinstance(name, tree.Constant))


def _calls_of_own(syntax: tree.Tree, part: tree.Node) -> dict[str, list[tree.Call]]:
    """The calls of methods of the object itself in some code, by the name of the method."""
    found: dict[str, list[tree.Call]] = {}
    for call in syntax.inside(part, tree.Call):
        if isinstance(call.func, tree.Attribute) and tree.dotted(call.func.value) == "self":
            found.setdefault(call.func.attr, []).append(call)
    return found


def _device_of(call: tree.Call) -> tree.Expression | None:
    """The tensor on whose device a call makes another one: `x` of `torch.eye(3, device=x.device)`."""
    if not has_column(tree.last_part(call.func), "create-anew", "create-from-data"):
        return None
    given = next((argument.value for argument in call.args if argument.keyword == "device"), None)
    return given.value if isinstance(given, tree.Attribute) and given.attr == "device" else None


def _is_given_batches(cls: Class, method: str) -> bool:
    """Whether a framework calls a method with batches on the module's device: `training_step`."""
    called = cls.callback(method)
    return called is not None and called.per_batch


def reached(cls: Class, names: tuple[str, ...]) -> frozenset[str]:
    """These methods of a class, and those that they call on the same object."""
    related = [*cls.lineage, *cls.subclasses]
    found = dict.fromkeys(names)
    todo = list(found)
    for name in todo:  # grows as methods are found
        for one in related:
            method = one.methods.get(name)
            called = method.unit.tree.once(_calls_of_own, method.node) if method is not None else ()
            todo += [other for other in called if other not in found]
            found.update(dict.fromkeys(called))
    return frozenset(found)


def is_mentioned_outside(cls: Class, name: str, making: frozenset[str]) -> bool:
    """Whether a method of a class beside some of them mentions one of its methods, to call it or hand it on."""
    return not cls.unit.tree.once(_mentioning, cls.node).get(name, frozenset()) <= making


def _mentioning(syntax: tree.Tree, cls: tree.Node) -> dict[str, frozenset[str]]:
    """The methods of a class that mention an attribute of the object itself, by the attribute."""
    found: dict[str, set[str]] = {}
    for attribute in syntax.inside(cls, tree.Attribute):
        if tree.dotted(attribute.value) == "self":
            methods = (one for one in syntax.around(attribute) if syntax.above(one, *tree.Scope) is cls)
            found.setdefault(attribute.attr, set()).update(
                one.name for one in methods if isinstance(one, tree.FunctionDef)
            )
    return {name: frozenset(methods) for name, methods in found.items()}
