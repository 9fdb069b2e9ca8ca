"""What compiled code changes of its module that the next call of the compiled code is compiled again for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.queries import View
from torchlint.queries.modules import CompiledCode, compiled_functions
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File


@dataclass(frozen=True, slots=True, eq=False)
class Change(View):
    """A statement of compiled code by which an attribute of the module is another one for the next call."""

    region: CompiledCode
    attribute: tree.Attribute
    cls: Class

    @property
    def is_counted(self) -> bool:
        """Whether it adds to an int, which a module's code is compiled for; of floats, the second version takes any."""
        node = self.node
        is_sum = isinstance(node, tree.Assign) or (
            isinstance(node, tree.AugmentedAssign) and node.op in ("+=", "-=", "+", "-")
        )
        return is_sum and self._starts_as_int

    @property
    def _starts_as_int(self) -> bool:
        values = list(self._given())
        return bool(values) and all(isinstance(v, tree.Constant) and type(v.value) is int for v in values)

    @property
    def starts_as_list(self) -> bool:
        """Whether the attribute is a list."""
        values = list(self._given())
        return bool(values) and all(isinstance(v, tree.List) for v in values)

    def _given(self) -> Iterator[tree.Expression]:
        """What the class assigns to the attribute."""
        for cls in self.cls.lineage:
            for assign in cls.unit.tree.inside(cls.node, tree.Assign):
                if any(_is_attribute_of_self(target, self.attribute.attr) for target in assign.targets):
                    if not _adds_to_own(assign):
                        yield assign.value
            for stated in cls.unit.tree.inside(cls.node, tree.AnnotatedAssign):
                if _is_attribute_of_self(stated.target, self.attribute.attr) and stated.value is not None:
                    yield stated.value

    @property
    def begins_anew(self) -> bool:
        """Whether the compiled code itself sets the attribute again, in each call."""
        syntax, name = self.file.tree, self.attribute.attr
        classes = {cls.node for cls in self.cls.lineage}
        bodies = [
            code.node for code in compiled_functions(self.file) if syntax.above(code.node, tree.ClassDef) in classes
        ]
        resets = (one for body in bodies for one in syntax.inside(body, tree.Assign) if not _adds_to_own(one))
        assigned = (target for one in resets for target in one.targets)
        called = (call.func for body in bodies for call in syntax.inside(body, tree.Call))
        cleared = (f.value for f in called if isinstance(f, tree.Attribute) and f.attr in ("clear", "pop"))
        return any(_is_attribute_of_self(node, name) for node in (*assigned, *cleared))

    @property
    def is_left_out(self) -> bool:
        """Whether it only runs where nothing is compiled: `if not torch.compiler.is_compiling()`."""
        tests = (node.test for node in self.file.tree.around(self.node) if isinstance(node, tree.If))
        return any("is_compiling" in self.file.tree.text_of(test) for test in tests)


def changes(file: File) -> Iterator[Change]:
    """Changes of the module's own numbers and lists in its compiled code, in source order."""
    for code in compiled_functions(file):
        function = View(file, code.node.body[0]).function
        cls = function.owner if function is not None else None
        if cls is None or not cls.is_module:
            continue
        for added in file.tree.own(code.node, tree.AugmentedAssign):
            if isinstance(added.target, tree.Attribute) and _is_attribute_of_self(added.target, added.target.attr):
                yield Change(file, added, code, added.target, cls)
        for assign in file.tree.own(code.node, tree.Assign):
            target = assign.targets[0]
            if isinstance(target, tree.Attribute) and _adds_to_own(assign):
                yield Change(file, assign, code, target, cls)
        for call in file.tree.own(code.node, tree.Call):
            held = call.func.value if isinstance(call.func, tree.Attribute) and call.func.attr == "append" else None
            if isinstance(held, tree.Attribute) and _is_attribute_of_self(held, held.attr):
                yield Change(file, call, code, held, cls)


def _adds_to_own(assign: tree.Assign) -> bool:
    """Whether an attribute is given itself and a number: `self.calls = self.calls + 1`."""
    target, value = assign.targets[0], assign.value
    if not isinstance(value, tree.BinaryOp) or value.op not in "+-" or not isinstance(target, tree.Attribute):
        return False
    sides = (value.left, value.right)
    is_own = any(_is_attribute_of_self(side, target.attr) for side in sides)
    return is_own and tree.dotted(target.value) == "self" and any(isinstance(side, tree.Constant) for side in sides)


def lets_ints_vary(file: File) -> bool:
    """Whether the program asks for code that takes any int of a module."""
    return any("allow_unspec_int_on_nn_module" in unit.mentioned for unit in file.analysis.units)


def _is_attribute_of_self(node: tree.Node, name: str) -> bool:
    return isinstance(node, tree.Attribute) and node.attr == name and tree.dotted(node.value) == "self"
