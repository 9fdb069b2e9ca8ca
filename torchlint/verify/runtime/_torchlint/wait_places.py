"""The expressions of a file at which the host may have to wait for a device: calls of ours are put around each.

Whether it waits is asked when the program gets there. Nothing is added that has a frame of its own, and what is asked
for its truth is asked by the interpreter as before, since torch.compile reads these files, too.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from .bodies import HANDLE

# What is waited for: a number, a size that values decide, such a size if an index is a mask, a copy, all work.
NUMBER, SIZE, MASK, COPY, ALL = "number", "size", "mask", "copy", "all"

METHODS = {
    **dict.fromkeys(("item", "tolist", "is_nonzero", "equal", "allclose"), NUMBER),
    **dict.fromkeys(("nonzero", "argwhere", "masked_select", "unique", "unique_consecutive", "bincount"), SIZE),
    **dict.fromkeys(("to", "cpu", "cuda"), COPY),
    "synchronize": ALL,
}
FUNCTIONS = {
    **dict.fromkeys(("equal", "allclose", "is_nonzero"), NUMBER),
    **dict.fromkeys(("nonzero", "argwhere", "masked_select", "unique", "unique_consecutive", "bincount"), SIZE),
}
NUMBERS = ("float", "int", "bool", "complex")
# What gives a plain truth value, whatever it is given.
PLAIN = ("isinstance", "issubclass", "hasattr", "callable", "len")
COMPARED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
UNEVALUATED = ("annotation", "returns", "type_params", "pattern")  # a string, or no expression at all

Add = Callable[[ast.expr, str], int]  # gives the place of an expression, at which something is waited for, a number


def put_waits(tree: ast.Module, add: Add) -> None:
    """Put a call around all that may be waited for, and one around what it is asked of."""
    _Waits(add).visit(tree)


class _Waits(ast.NodeTransformer):
    def __init__(self, add: Add) -> None:
        self._add = add

    def generic_visit(self, node: ast.AST) -> ast.AST:
        for field, child in ast.iter_fields(node):
            if field in UNEVALUATED:
                continue
            if isinstance(child, list):
                setattr(node, field, [self.visit(each) if isinstance(each, ast.AST) else each for each in child])
            elif isinstance(child, ast.AST):
                setattr(node, field, self.visit(child))
        return node

    def visit_TypeAlias(self, node: ast.AST) -> ast.AST:
        return node  # its value is evaluated by who asks for it, if anybody

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        called = node.func
        if isinstance(called, ast.Name) and called.id == "print":
            return self._print(node)
        if isinstance(called, ast.Name) and called.id in NUMBERS and len(node.args) == 1 and not node.keywords:
            return self._asked_of_argument(node, NUMBER)
        if not isinstance(called, ast.Attribute) or _is_ours(called) or _is_asynchronous(node):
            return node
        if isinstance(called.value, ast.Name) and called.value.id == "torch":
            kind = FUNCTIONS.get(called.attr)
            if called.attr == "where" and len(node.args) == 1 and not node.keywords:
                kind = SIZE
            return self._asked_of_argument(node, kind) if kind and node.args else node
        if called.attr in METHODS:
            number = self._add(node, METHODS[called.attr])
            called.value = _waiting(number, called.value)
            return _waited(number, node)
        return node

    def _asked_of_argument(self, node: ast.Call, kind: str) -> ast.AST:
        if isinstance(node.args[0], (ast.Starred, ast.Constant)):
            return node
        number = self._add(node, kind)
        node.args[0] = _waiting(number, node.args[0])
        return _waited(number, node)

    def _print(self, node: ast.Call) -> ast.AST:
        """All that is printed is evaluated first: the last tensor of it tells when printing begins."""
        if not any(map(_may_be_tensor, node.args)):
            return node
        number = self._add(node, NUMBER)
        node.args = [_waiting(number, each) if _may_be_tensor(each) else each for each in node.args]
        return _waited(number, node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.ctx, ast.Load) or not _may_be_mask(node.slice):
            return node
        number = self._add(node, MASK)
        node.slice = _waiting(number, node.slice)
        return _waited(number, node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        """What is formatted becomes a text inside of the text."""
        self.generic_visit(node)
        if not _may_be_tensor(node.value):
            return node
        number = self._add(node.value, NUMBER)
        inner = ast.FormattedValue(_waiting(number, node.value), node.conversion, node.format_spec)
        text = ast.copy_location(ast.JoinedStr([ast.copy_location(inner, node)]), node)
        return ast.copy_location(ast.FormattedValue(_waited(number, text), -1, None), node)

    def visit_If(self, node: ast.If) -> ast.AST:
        return self._with_test(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        return self._with_test(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        return self._with_test(node)

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        return self._with_test(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.ifs = [self._truth(each) for each in node.ifs]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Not):
            node.operand = self._truth(node.operand)
        return node

    def _with_test(self, node: ast.If | ast.While | ast.IfExp | ast.Assert) -> ast.AST:
        self.generic_visit(node)
        node.test = self._truth(node.test)
        return node

    def _truth(self, test: ast.expr) -> ast.expr:
        """The truth of a test, with calls around the parts that may be tensors."""
        if isinstance(test, ast.BoolOp):
            test.values = [self._truth(each) for each in test.values]
            return test
        if not _is_truth_of_tensor(test):
            return test
        number = self._add(test, NUMBER)
        # Not `not not test`: torch.compile would not see that this is a branch.
        yes, no = ast.Constant(True), ast.Constant(False)
        return _waited(number, ast.copy_location(ast.IfExp(_waiting(number, test), yes, no), test))


def _waiting(number: int, operand: ast.expr) -> ast.expr:
    return ast.copy_location(_call("waiting", number, operand), operand)


def _waited(number: int, result: ast.expr) -> ast.expr:
    return ast.copy_location(_call("waited", number, result), result)


def _call(function: str, number: int, value: ast.expr) -> ast.expr:
    handle = ast.Attribute(ast.Name(HANDLE, ast.Load()), function, ast.Load())
    return ast.Call(handle, [ast.Constant(number), value], [])


def _is_ours(called: ast.Attribute) -> bool:
    return isinstance(called.value, ast.Name) and called.value.id == HANDLE


def _is_asynchronous(call: ast.Call) -> bool:
    """Whether a copy is not to be waited for, as far as the call says: `non_blocking=True`."""
    said: Iterator[ast.expr] = (each.value for each in call.keywords if each.arg == "non_blocking")
    positional = (each for each in call.args if isinstance(each, ast.Constant) and each.value is True)
    return any(not (isinstance(each, ast.Constant) and not each.value) for each in (*said, *positional))


def _may_be_tensor(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, ast.UnaryOp))


def _may_be_mask(index: ast.expr) -> bool:
    if isinstance(index, ast.Tuple):
        return any(map(_may_be_mask, index.elts))
    return isinstance(index, (ast.Name, ast.Attribute, ast.Compare, ast.Call)) or _is_of_bits(index)


def _is_of_bits(node: ast.expr) -> bool:
    """Whether masks are put together: `one & other`, `~one`."""
    return isinstance(getattr(node, "op", None), (ast.BitAnd, ast.BitOr, ast.Invert))


def _is_truth_of_tensor(test: ast.expr) -> bool:
    if isinstance(test, ast.Compare):
        sides = (test.left, *test.comparators)
        words = any(isinstance(each, ast.Constant) and not isinstance(each.value, (int, float)) for each in sides)
        return len(test.ops) == 1 and isinstance(test.ops[0], COMPARED) and not words
    if isinstance(test, ast.Call):
        return not (isinstance(test.func, ast.Name) and test.func.id in PLAIN) and not _is_told_already(test)
    return isinstance(test, (ast.Name, ast.Subscript)) or _is_of_bits(test)


def _is_told_already(call: ast.Call) -> bool:
    """Whether this is what was put around a number that is fetched."""
    return isinstance(call.func, ast.Attribute) and _is_ours(call.func) and call.func.attr == "waited"
