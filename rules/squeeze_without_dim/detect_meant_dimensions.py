"""Squeezes without a dimension of tensors of any shape, where what follows says which dimension was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.domain.values import UNKNOWN
from torchlint.finding import Edit, Span
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, View, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_BATCH = re.compile(r"^(n_?|num_?)?(batch(_?size)?|bsz|bs)$")
_OVER_ROWS = ("list", "enumerate")
_PRODUCTS = ("bmm", "matmul")  # of matrices, the batch first


class MeantSqueeze(CallView):
    """A squeeze without a dimension."""

    __slots__ = ()

    def of_dimension(self, place: int) -> tuple[Edit, ...]:
        """The edit that squeezes one dimension alone."""
        said = f", {place}" if self.node.args else str(place)
        return (Edit(Span(self.node.end - 1, self.node.end - 1), said),)

    @property
    def put_back(self) -> int | None:
        """The dimension that `unsqueeze` adds to what is made of it, if nothing in the function tests the shape."""
        around = self.function
        operand = self.operand
        if around is None or operand is None or _asks_for_shape(around.node):
            return None
        syntax = self.file.tree
        made_one = {_added(node) for node in tree.walk(_whole(self.file, operand.node))}
        for node in tree.walk(around.node, into_functions=False):
            place = _added(node)
            if place is None or place in made_one or not isinstance(node, tree.Call):
                continue
            back = node.func.value if isinstance(node.func, tree.Attribute) else node
            is_later = self._name is not None and back.start > self.node.end and tree.dotted(back) == self._name
            if is_later or any(resolved_expression(syntax, part) is self.node for part in tree.walk(back)):
                return place
        return None

    @property
    def made_one(self) -> int | None:
        """The dimension of size 1 that `unsqueeze` gave an operand of the `gather` or the product that is squeezed."""
        above = self.file.tree.parents.get(self.node)
        if isinstance(above, tree.Attribute) and has_column(above.attr, "fetch"):
            return None  # the number of one sample
        if isinstance(above, tree.Attribute) and has_column(above.attr, "sum-or-mean"):
            call = self.file.tree.parents.get(above)
            if isinstance(call, tree.Call) and not call.args:
                return None  # one number, whatever the shape
        given = tree.positional(self.node, 0) or (self.receiver.node if self.receiver is not None else None)
        made = _whole(self.file, given) if given is not None else None
        while isinstance(made, tree.Call) and has_column(tree.last_name(made.func), "copy", "detach"):
            made = made.func.value if isinstance(made.func, tree.Attribute) else None  # `.detach()`
        if made is None:
            return None
        gathered = self._gathered(made)
        return gathered if gathered is not None else self._multiplied(made)

    def _gathered(self, made: tree.Node) -> int | None:
        """The dimension that indices got by `unsqueeze` for a `gather`, whose result has their shape."""
        if not isinstance(made, tree.Call) or tree.last_name(made.func) != "gather":
            return None
        call, tensors = CallView(self.file, made), int(self.file.names.spelled_out(made.func) == "torch.gather")
        place, index = call.argument(tensors, "dim"), call.argument(tensors + 1, "index")
        if index is None or place is None:
            return None
        added = _widened(self.file, index.node)
        return added if added is not None and tree.integer_literal(place.node) == added else None

    def _multiplied(self, made: tree.Node) -> int | None:
        """The dimension of a product in which one operand is a row or a column: `a.unsqueeze(1) @ b`."""
        sides = _multiplied(made)
        if sides is None:
            return None
        row, column = (_widened(self.file, side) for side in sides)
        is_row, is_column = row in (-2, 1), column in (-1, 2)
        return None if is_row == is_column else row if is_row else column  # of two vectors, two dimensions are 1

    @property
    def _name(self) -> str | None:
        """The name that it is assigned to."""
        assigned = self.file.tree.parents.get(self.node)
        if isinstance(assigned, tree.ExpressionStatement) and self.receiver is not None:
            return tree.dotted(self.receiver.node)  # in place
        return tree.dotted(assigned.targets[0]) if isinstance(assigned, tree.Assign) else None

    @property
    def joining(self) -> View | None:
        """The `torch.cat` along the first dimension of a list to which a loop appends it, batch by batch."""
        around, loop = self.file.tree.scope(self.node), self.loop
        if loop is None:
            return None
        lists = {tree.dotted(func.value) for func in self._appends(loop)}
        for call in self.file.named_calls("torch.cat") if lists else ():
            joined, dim = call.argument(0, "tensors"), call.argument(1, "dim")
            is_of_list = joined is not None and tree.dotted(joined.node) in lists
            if is_of_list and self.file.tree.scope(call.node) is around and (dim is None or dim.is_literally == 0):
                return call
        return None

    def _appends(self, loop: View) -> Iterator[tree.Attribute]:
        """The `append` methods that a loop calls with it, or with the name that it is assigned to."""
        for call in self.file.tree.own(loop.node, tree.Call):
            if isinstance(call.func, tree.Attribute) and call.func.attr == "append" and len(call.args) == 1:
                given = call.args[0].value
                if given is self.node or (given.start > self.node.end and self._is_name(given)):
                    yield call.func

    def _is_name(self, node: tree.Expression) -> bool:
        return self._name is not None and tree.dotted(node) == self._name

    @property
    def counting_loop(self) -> View | None:
        """The loop over what is squeezed that counts, and uses the number as an index: `for i, x in enumerate(...)`."""
        syntax = self.file.tree
        for loop in syntax.all(tree.For):
            index = _counter(syntax, loop, self.node)
            if index is not None and any(_is_index(node, index) for body in loop.body for node in tree.walk(body)):
                return View(self.file, loop)
        return None

    @property
    def rows_needed_by(self) -> View | None:
        """What needs the batch dimension: a loop that takes one row for each sample, or `list()` of a reduction."""
        return self._loop_over_samples or self._call_over_rows

    @property
    def _loop_over_samples(self) -> View | None:
        """The `for i in range(batch_size)` whose body takes `x[i]` of what is squeezed."""
        syntax, name = self.file.tree, self._name
        for loop in syntax.own(syntax.scope(self.node), tree.For) if name is not None else ():
            if (
                loop.start < self.node.end
                or not isinstance(loop.target, tree.Name)
                or not _counts_samples(self.file, loop)
            ):
                continue  # before it, or over something else
            parts = (one for body in loop.body for one in tree.walk(body) if _is_index(one, loop.target.id))
            held = (one.value for one in parts if isinstance(one, tree.Subscript))
            if any(isinstance(one, tree.Name) and one.id == name and self._is_held_by(one) for one in held):
                return View(self.file, loop)
        return None

    def _is_held_by(self, name: tree.Name) -> bool:
        """Whether a variable has what is squeezed: assigned, or squeezed in place and not assigned since."""
        if isinstance(self.file.tree.parents.get(self.node), tree.Assign):
            return resolved_expression(self.file.tree, name) is self.node
        made = self.receiver.node if self.receiver is not None else None
        return isinstance(made, tree.Name) and _same_definition(self.file, made, name)

    @property
    def _call_over_rows(self) -> View | None:
        """The `list()` or the like of what is squeezed, which lost its second dimension in a reduction before."""
        given = tree.positional(self.node, 0) or (self.receiver.node if self.receiver is not None else None)
        if given is None or not _is_reduced_along_1(_whole(self.file, given)):
            return None
        node: tree.Node = self.node
        while isinstance(above := self.file.tree.parents.get(node), tree.BinaryOp):
            node = above
        call = self.file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
        is_over = isinstance(call, tree.Call) and tree.dotted(call.func) in _OVER_ROWS
        return View(self.file, call) if call is not None and is_over else None


def _multiplied(node: tree.Node) -> tuple[tree.Expression, tree.Expression] | None:
    """The two operands of a matrix product."""
    if isinstance(node, tree.BinaryOp):
        return (node.left, node.right) if node.op == "@" else None
    if not isinstance(node, tree.Call) or tree.last_name(node.func) not in _PRODUCTS:
        return None
    given = [one.value for one in node.args if not one.keyword and not one.star]
    if len(given) == 1 and isinstance(node.func, tree.Attribute):
        given.insert(0, node.func.value)
    return (given[0], given[1]) if len(given) == 2 else None


def _widened(file: File, node: tree.Expression) -> int | None:
    """The dimension that an operand has got by `unsqueeze`."""
    made = _whole(file, node)
    if not isinstance(made, tree.Call) or tree.last_name(made.func) != "unsqueeze" or not made.args:
        return None
    return tree.integer_literal(made.args[-1].value)


def _whole(file: File, node: tree.Expression) -> tree.Node:
    return resolved_expression(file.tree, node)


def _asks_for_shape(function: tree.Node) -> bool:
    """Whether a condition in a function reads a size or a number of dimensions; not if it compares two sizes."""
    tests = (n.test for n in tree.walk(function) if isinstance(n, (tree.If, tree.Conditional, tree.Assert)))
    return any(_reads_shape(n) and not _compares_computed(n) for test in tests for n in _conditions(test))


def _conditions(test: tree.Expression) -> Iterator[tree.Expression]:
    if isinstance(test, tree.BoolOp):
        for one in test.values:
            yield from _conditions(one)
    else:
        yield test


def _reads_shape(test: tree.Expression) -> bool:
    return any(isinstance(n, tree.Attribute) and has_column(n.attr, "metadata") for n in tree.walk(test))


def _compares_computed(test: tree.Expression) -> bool:
    """Whether a condition compares a size with another value, and not with a number that is written there."""
    sides = [test.left, *test.comparators] if isinstance(test, tree.Compare) else []
    return bool(sides) and not any(isinstance(side, (tree.Constant, tree.Tuple, tree.List)) for side in sides)


def _added(node: tree.Node) -> int | None:
    """The dimension that a call `x.unsqueeze(1)` adds."""
    if not isinstance(node, tree.Call) or not isinstance(node.func, tree.Attribute) or node.func.attr != "unsqueeze":
        return None
    given = [argument.value for argument in node.args]
    place = given[0].value if len(given) == 1 and isinstance(given[0], tree.Constant) else None
    return place if isinstance(place, int) else None


def _counter(syntax: tree.Tree, loop: tree.For, squeezed: tree.Node) -> str | None:
    """The name by which a loop counts what it goes over, if that is what is squeezed."""
    called = loop.iter
    if not isinstance(called, tree.Call) or tree.dotted(called.func) != "enumerate" or not called.args:
        return None
    if resolved_expression(syntax, called.args[0].value) is not squeezed or not isinstance(loop.target, tree.Tuple):
        return None
    return tree.dotted(loop.target.elements[0])


def _is_index(node: tree.Node, name: str) -> bool:
    """Whether this takes a part of something by the name as its first index."""
    if not isinstance(node, tree.Subscript):
        return False
    first = node.index.elements[0] if isinstance(node.index, tree.Tuple) else node.index
    return isinstance(first, tree.Name) and first.id == name


def _counts_samples(file: File, loop: tree.For) -> bool:
    """Whether a loop counts up to the size of a batch, by its name and by what it is: `range(batch_size)`."""
    called = loop.iter
    if not isinstance(called, tree.Call) or tree.dotted(called.func) != "range" or len(called.args) != 1:
        return False
    count = called.args[0].value
    made = _whole(file, count)
    if isinstance(made, tree.Call) and tree.last_name(made.func) == "size":
        return [tree.integer_literal(one.value) for one in made.args] == [0]
    if isinstance(made, tree.Subscript) and tree.last_name(made.value) == "shape":
        return tree.integer_literal(made.index) == 0
    return isinstance(count, tree.Name) and _BATCH.search(count.id) is not None


def _same_definition(file: File, one: tree.Name, other: tree.Name) -> bool:
    made = reaching_definition(file.tree, one)
    return made is not None and one.id == other.id and reaching_definition(file.tree, other) is made


def _is_reduced_along_1(node: tree.Node) -> bool:
    """Whether a call reduces dimension 1 and does not keep it: `x.eq(0).sum(1)`."""
    if not isinstance(node, tree.Call) or not has_column(tree.last_name(node.func), "reduction"):
        return False
    if any(one.keyword == "keepdim" for one in node.args) or not isinstance(node.func, tree.Attribute):
        return False
    dims = [one.value for one in node.args if one.keyword in (None, "dim")]
    return len(dims) == 1 and tree.integer_literal(dims[0]) == 1


def meant_squeezes(file: File) -> Iterator[MeantSqueeze]:
    """Squeezes without a dimension, of a tensor or of something unknown, in source order."""
    if testing.is_test_module(file):
        return
    functions = {call.node for call in file.named_calls("torch.squeeze")}
    for call in (*file.method_calls("squeeze", "squeeze_"), *file.named_calls("torch.squeeze")):
        squeeze = MeantSqueeze(file, call.node)
        by_function = call.node in functions
        squeezed = squeeze.argument(0, "input") if by_function else squeeze.receiver
        value = squeezed.value if squeezed is not None else UNKNOWN
        if len(call.node.args) == by_function and (value.is_tensor or value.kind in ("unknown", "batch")):
            yield squeeze
