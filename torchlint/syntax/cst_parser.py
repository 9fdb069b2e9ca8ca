"""Lowers libcst's tree to torchlint's nodes; the only module that imports libcst. libcst's tree is freed at once.

Long because it has a function for each kind of Python syntax.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from itertools import accumulate
from typing import Any

from torchlint.syntax import tree
from torchlint.syntax.offsets import Positions, aligned
from torchlint.syntax.python_source import deep_recursion, is_safe_for_libcst, line_start, refusal
from torchlint.syntax.tree import Unparsable


def is_installed() -> bool:
    """Whether there is libcst. Any installation brings it along; the playground in the browser goes without."""
    return find_spec("libcst") is not None


def parse(text: str) -> tree.Tree:
    """The tree of a file's text. Raises Unparsable."""
    # A lone CR ends a line for Python as it does for libcst, but libcst drops the last one.
    readable = re.sub(r"\r(?!\n)", "\n", text) if "\r" in text else text
    refused = refusal(readable)
    if refused is not None and not is_safe_for_libcst(readable):
        raise refused
    if not is_installed():
        raise refused or Unparsable(
            "this Python does not know the syntax, and libcst is not installed", 0, "unreadable-file"
        )
    import libcst as cst  # 0.14 s: only now that a file needs it

    try:
        with deep_recursion():
            module = cst.parse_module(readable)
            # What libcst reads and the running Python's `ast` does not is newer syntax (PEP 695, t-strings, ...).
            return tree.Tree(_Lowering(cst, module, readable).root(), text)
    # 3,500 strings one after the other; `return(a if b else c).d`, which libcst 1.9 takes for an error of its own.
    except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError, TypeError, ValueError) as problem:
        first_line = str(problem).partition("\n")[0]
        message = (
            f"Python accepts this code but libcst does not: it is nested too deeply, or lacks spaces ({first_line})"
        )
        place = line_start(readable, problem.raw_line) if isinstance(problem, cst.ParserSyntaxError) else 0
        raise refused or Unparsable(message, place, "unreadable-file") from None


# A string literal whose value is exactly the text between its quotes.
_PLAIN_STRING = re.compile(r"(?:[rR]|[uU]?(?!.*\\))('''|\"\"\"|'|\")([^\r]*)\1", re.DOTALL)
_OPERATORS = {
    "Add": "+", "Subtract": "-", "Multiply": "*", "Divide": "/", "FloorDivide": "//", "Modulo": "%", "Power": "**",
    "MatrixMultiply": "@", "BitAnd": "&", "BitOr": "|", "BitXor": "^", "LeftShift": "<<", "RightShift": ">>",
    "Minus": "-", "Plus": "+", "BitInvert": "~", "Not": "not", "Equal": "==", "NotEqual": "!=", "LessThan": "<",
    "LessThanEqual": "<=", "GreaterThan": ">", "GreaterThanEqual": ">=", "Is": "is", "IsNot": "is not", "In": "in",
    "NotIn": "not in", "And": "and", "Or": "or",
}  # fmt: skip


class _Lowering:
    """The lowering of one libcst module to torchlint's nodes."""

    def __init__(self, cst: Any, module: Any, text: str) -> None:
        self.module, self.length = module, len(text)
        positions = Positions(module)
        module._codegen(positions)
        starts = aligned([0, *accumulate(map(len, positions.tokens))], "".join(positions.tokens), text)
        last = len(starts) - 1  # a final newline that the file lacks was taken back after it was counted
        self.spans = {node: (starts[a], starts[min(b, last)]) for node, (a, b) in positions.found.items()}
        self.table: dict[str, Callable[[Any], tree.Node]] = {
            name[1:]: getattr(self, name) for name in dir(self) if name[0] == "_" and name[1:2].isupper()
        }

    def root(self) -> tree.Module:
        return tree.Module(0, self.length, self.block(self.module.body))

    def span(self, node: Any) -> tuple[int, int]:
        return self.spans[node]

    def expr(self, node: Any) -> tree.Node:
        lower = self.table.get(node.__class__.__name__)
        # A kind of expression that a later libcst adds is a value that nothing is known of.
        return lower(node) if lower else tree.Pass(*self.span(node))

    def maybe(self, node: Any) -> tree.Node | None:
        return None if node is None else self.expr(node)

    # Expressions

    def _Name(self, n: Any) -> tree.Node:
        if n.value in ("True", "False", "None"):
            return tree.Constant(*self.span(n), {"True": True, "False": False, "None": None}[n.value])
        return tree.Name(*self.span(n), n.value)

    def _Attribute(self, n: Any) -> tree.Node:
        return tree.Attribute(*self.span(n), self.expr(n.value), n.attr.value)

    def _Call(self, n: Any) -> tree.Node:
        return tree.Call(*self.span(n), self.expr(n.func), [self.argument(a) for a in n.args])

    def argument(self, n: Any) -> tree.Argument:
        value = self.expr(n.value)
        return tree.Argument(*self.span(n), value, n.keyword and n.keyword.value, n.star)

    def _Tuple(self, n: Any) -> tree.Node:
        return tree.Tuple(*self.span(n), [self.element(e) for e in n.elements])

    def _List(self, n: Any) -> tree.Node:
        return tree.List(*self.span(n), [self.element(e) for e in n.elements])

    def _Set(self, n: Any) -> tree.Node:
        return tree.Set(*self.span(n), [self.element(e) for e in n.elements])

    def element(self, n: Any) -> tree.Node:
        value = self.expr(n.value)
        return tree.Starred(*self.span(n), value) if n.__class__.__name__ == "StarredElement" else value

    def _StarredElement(self, n: Any) -> tree.Node:
        return self.element(n)

    def _Dict(self, n: Any) -> tree.Node:
        keys = [None if e.__class__.__name__ == "StarredDictElement" else self.expr(e.key) for e in n.elements]
        return tree.Dict(*self.span(n), keys, [self.expr(e.value) for e in n.elements])

    def _Integer(self, n: Any) -> tree.Node:
        return tree.Constant(*self.span(n), _value(n.value))

    _Float = _Imaginary = _Integer

    def _Ellipsis(self, n: Any) -> tree.Node:
        return tree.Constant(*self.span(n), ...)

    def _SimpleString(self, n: Any) -> tree.Node:
        match = _PLAIN_STRING.fullmatch(n.value)
        return tree.Constant(*self.span(n), match[2] if match else _value(n.value))

    def _ConcatenatedString(self, n: Any) -> tree.Node:
        left, right = self.expr(n.left), self.expr(n.right)
        if isinstance(left, tree.Constant) and isinstance(right, tree.Constant):
            return tree.Constant(*self.span(n), left.value + right.value)  # type: ignore[operator]  # two of one kind
        parts = [part.values for part in (left, right) if isinstance(part, tree.FormattedString)]
        return tree.FormattedString(*self.span(n), [value for values in parts for value in values])

    def _FormattedString(self, n: Any) -> tree.Node:
        return tree.FormattedString(*self.span(n), self.formatted(n.parts))

    _TemplatedString = _FormattedString

    def formatted(self, parts: Sequence[Any] | None) -> list[tree.Node]:
        found = []
        for part in parts or ():
            if hasattr(part, "expression"):
                found.append(self.expr(part.expression))
                found += self.formatted(part.format_spec)
        return found

    def _BinaryOperation(self, n: Any) -> tree.Node:
        op = _OPERATORS[n.operator.__class__.__name__]
        return tree.BinaryOp(*self.span(n), self.expr(n.left), op, self.expr(n.right))

    def _BooleanOperation(self, n: Any) -> tree.Node:
        values = [self.expr(n.right)]
        kind, left = n.operator.__class__, n.left
        while left.__class__ is n.__class__ and left.operator.__class__ is kind and not left.lpar:
            values.append(self.expr(left.right))
            left = left.left
        return tree.BoolOp(*self.span(n), _OPERATORS[kind.__name__], [self.expr(left), *reversed(values)])

    def _UnaryOperation(self, n: Any) -> tree.Node:
        return tree.UnaryOp(*self.span(n), _OPERATORS[n.operator.__class__.__name__], self.expr(n.expression))

    def _Comparison(self, n: Any) -> tree.Node:
        ops = [_OPERATORS[c.operator.__class__.__name__] for c in n.comparisons]
        return tree.Compare(*self.span(n), self.expr(n.left), ops, [self.expr(c.comparator) for c in n.comparisons])

    def _Subscript(self, n: Any) -> tree.Node:
        parts = [self.subscript(e) for e in n.slice]
        is_one = len(parts) == 1 and n.slice[0].comma.__class__.__name__ != "Comma"
        index = parts[0] if is_one else tree.Tuple(parts[0].start, parts[-1].end, parts)
        return tree.Subscript(*self.span(n), self.expr(n.value), index)

    def subscript(self, element: Any) -> tree.Node:
        n = element.slice
        if n.__class__.__name__ == "Index":
            value = self.expr(n.value)
            return tree.Starred(value.start - 1, value.end, value) if n.star else value
        return tree.Slice(*self.span(element), self.maybe(n.lower), self.maybe(n.upper), self.maybe(n.step))

    def _IfExp(self, n: Any) -> tree.Node:
        return tree.Conditional(*self.span(n), self.expr(n.test), self.expr(n.body), self.expr(n.orelse))

    def _Lambda(self, n: Any) -> tree.Node:
        return tree.Lambda(*self.span(n), self.parameters(n.params), self.expr(n.body))

    def _ListComp(self, n: Any) -> tree.Node:
        return tree.Comprehension(*self.span(n), "list", self.clauses(n.for_in), self.expr(n.elt))

    def _SetComp(self, n: Any) -> tree.Node:
        return tree.Comprehension(*self.span(n), "set", self.clauses(n.for_in), self.expr(n.elt))

    def _GeneratorExp(self, n: Any) -> tree.Node:
        return tree.Comprehension(*self.span(n), "generator", self.clauses(n.for_in), self.expr(n.elt))

    def _DictComp(self, n: Any) -> tree.Node:
        clauses = self.clauses(n.for_in)
        return tree.Comprehension(*self.span(n), "dict", clauses, self.expr(n.key), self.expr(n.value))

    def clauses(self, n: Any) -> list[tree.Clause]:
        found = []
        while n is not None:
            target, source = self.expr(n.target), self.expr(n.iter)
            ifs = [self.expr(i.test) for i in n.ifs]
            found.append(tree.Clause(target.start, (ifs or [source])[-1].end, target, source, ifs))
            n = n.inner_for_in
        return found

    def _Yield(self, n: Any) -> tree.Node:
        if n.value is not None and n.value.__class__.__name__ == "From":
            return tree.Yield(*self.span(n), self.expr(n.value.item), True)
        return tree.Yield(*self.span(n), self.maybe(n.value))

    def _Await(self, n: Any) -> tree.Node:
        return tree.Await(*self.span(n), self.expr(n.expression))

    def _NamedExpr(self, n: Any) -> tree.Node:
        return tree.NamedExpression(*self.span(n), self.expr(n.target), self.expr(n.value))

    def parameters(self, n: Any) -> list[tree.Parameter]:
        found = [self.parameter(p, "positional") for p in (*n.posonly_params, *n.params)]
        if n.star_arg.__class__.__name__ == "Param":
            found.append(self.parameter(n.star_arg, "star"))
        found += [self.parameter(p, "keyword") for p in n.kwonly_params]
        if n.star_kwarg is not None:
            found.append(self.parameter(n.star_kwarg, "double-star"))
        return found

    def parameter(self, n: Any, kind: Any) -> tree.Parameter:
        start, end = self.span(n.name)
        default = self.maybe(n.default)
        annotation = n.annotation and self.expr(n.annotation.annotation)
        end = default.end if default else annotation.end if annotation else end
        return tree.Parameter(start, end, n.name.value, kind, annotation, default)

    # Statements

    def block(self, body: Iterable[Any]) -> list[tree.Node]:
        found: list[tree.Node] = []
        for statement in body:
            if statement.__class__.__name__ in ("SimpleStatementLine", "SimpleStatementSuite"):
                found += [self.expr(small) for small in statement.body]
            else:
                found.append(self.expr(statement))
        return found

    def suite(self, n: Any) -> list[tree.Node]:
        """The statements of an indented block, or of a body on the header's own line."""
        return self.block([n] if n.__class__.__name__ == "SimpleStatementSuite" else n.body)

    def compound(self, n: Any, *parts: list[Any]) -> tuple[int, int]:
        """From the header's first character to the end of the last statement inside."""
        return self.span(n)[0], max((p.end for part in parts for p in part), default=self.span(n)[1])

    def _Expr(self, n: Any) -> tree.Node:
        return tree.ExpressionStatement(*self.span(n), self.expr(n.value))

    def _Assign(self, n: Any) -> tree.Node:
        return tree.Assign(*self.span(n), [self.expr(t.target) for t in n.targets], self.expr(n.value))

    def _AnnAssign(self, n: Any) -> tree.Node:
        annotation = self.expr(n.annotation.annotation)
        return tree.AnnotatedAssign(*self.span(n), self.expr(n.target), annotation, self.maybe(n.value))

    def _AugAssign(self, n: Any) -> tree.Node:
        op = _OPERATORS[n.operator.__class__.__name__.removesuffix("Assign")]
        return tree.AugmentedAssign(*self.span(n), self.expr(n.target), op, self.expr(n.value))

    def _Return(self, n: Any) -> tree.Node:
        return tree.Return(*self.span(n), self.maybe(n.value))

    def _Raise(self, n: Any) -> tree.Node:
        return tree.Raise(*self.span(n), self.maybe(n.exc), self.maybe(n.cause and n.cause.item))

    def _Assert(self, n: Any) -> tree.Node:
        return tree.Assert(*self.span(n), self.expr(n.test), self.maybe(n.msg))

    def _Del(self, n: Any) -> tree.Node:
        target = self.expr(n.target)
        return tree.Delete(*self.span(n), target.elements if isinstance(target, tree.Tuple) else [target])

    def _Pass(self, n: Any) -> tree.Node:
        return tree.Pass(*self.span(n))

    _TypeAlias = _Pass

    def _Break(self, n: Any) -> tree.Node:
        return tree.Break(*self.span(n))

    def _Continue(self, n: Any) -> tree.Node:
        return tree.Continue(*self.span(n))

    def _Global(self, n: Any) -> tree.Node:
        return tree.Scoped(*self.span(n), [i.name.value for i in n.names], True)

    def _Nonlocal(self, n: Any) -> tree.Node:
        return tree.Scoped(*self.span(n), [i.name.value for i in n.names], False)

    def alias(self, n: Any) -> tree.Alias:
        name = self.expr(n.name)
        asname = n.asname and n.asname.name.value
        return tree.Alias(name.start, name.end, tree.dotted(name) or "", asname)

    def _Import(self, n: Any) -> tree.Node:
        return tree.Import(*self.span(n), [self.alias(a) for a in n.names])

    _LazyImport = _Import

    def _ImportFrom(self, n: Any) -> tree.Node:
        names = [] if n.names.__class__.__name__ == "ImportStar" else [self.alias(a) for a in n.names]
        module = tree.dotted(self.expr(n.module)) if n.module is not None else ""
        return tree.ImportFrom(*self.span(n), module or "", len(n.relative), names)

    _LazyImportFrom = _ImportFrom

    def _If(self, n: Any) -> tree.Node:
        test, body = self.expr(n.test), self.suite(n.body)
        orelse: list[tree.Node] = []
        if n.orelse is not None:
            orelse = [self.expr(n.orelse)] if n.orelse.__class__.__name__ == "If" else self.suite(n.orelse.body)
        return tree.If(*self.compound(n, body, orelse), test, body, orelse)

    def orelse(self, n: Any) -> list[tree.Node]:
        return self.suite(n.orelse.body) if n.orelse is not None else []

    def _For(self, n: Any) -> tree.Node:
        body, orelse = self.suite(n.body), self.orelse(n)
        return tree.For(*self.compound(n, body, orelse), self.expr(n.target), self.expr(n.iter), body, orelse)

    def _While(self, n: Any) -> tree.Node:
        body, orelse = self.suite(n.body), self.orelse(n)
        return tree.While(*self.compound(n, body, orelse), self.expr(n.test), body, orelse)

    def _With(self, n: Any) -> tree.Node:
        items, body = [], self.suite(n.body)
        for item in n.items:
            context = self.expr(item.item)
            target = self.expr(item.asname.name) if item.asname else None
            items.append(tree.WithItem(context.start, (target or context).end, context, target))
        return tree.With(*self.compound(n, body), items, body)

    def _Try(self, n: Any) -> tree.Node:
        body, orelse = self.suite(n.body), self.orelse(n)
        handlers = [self.handler(h) for h in n.handlers]
        final = self.suite(n.finalbody.body) if n.finalbody is not None else []
        return tree.Try(*self.compound(n, body, handlers, orelse, final), body, handlers, orelse, final)

    _TryStar = _Try

    def handler(self, n: Any) -> tree.Handler:
        name = n.name.name.value if n.name is not None and hasattr(n.name.name, "value") else None
        body = self.suite(n.body)
        return tree.Handler(*self.compound(n, body), self.maybe(n.type), name, body)

    def _Match(self, n: Any) -> tree.Node:
        cases = []
        for case in n.cases:
            body = self.suite(case.body)
            guard = self.maybe(case.guard)
            start, end = self.compound(case, body) if case in self.spans else (body[0].start, body[-1].end)
            whole = case.pattern.__class__.__name__ == "MatchAs" and case.pattern.pattern is None
            cases.append(tree.Case(start, end, list(_bound(case.pattern)), whole, guard, body))
        return tree.Match(*self.compound(n, cases), self.expr(n.subject), cases)

    def _FunctionDef(self, n: Any) -> tree.Node:
        decorators = [self.expr(d.decorator) for d in n.decorators]
        returns = n.returns and self.expr(n.returns.annotation)
        body = self.suite(n.body)
        span = self.compound(n, body)
        return tree.FunctionDef(
            *span, n.name.value, self.parameters(n.params), body, decorators, returns, n.asynchronous is not None
        )

    def _ClassDef(self, n: Any) -> tree.Node:
        bases = [self.argument(a) for a in (*n.bases, *n.keywords)]
        decorators = [self.expr(d.decorator) for d in n.decorators]
        body = self.suite(n.body)
        return tree.ClassDef(*self.compound(n, body), n.name.value, bases, body, decorators)


def _value(literal: str) -> object:
    """The value of a number or string literal; 0 for a number with more digits than Python reads."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes in the user's strings are not ours to tell
        try:
            return ast.literal_eval(literal)
        except (SyntaxError, ValueError):
            return 0 if literal[0].isdecimal() else ""


def _bound(pattern: Any) -> Iterable[str]:
    """The names that a `case` pattern binds."""
    kind = pattern.__class__.__name__
    if kind in ("MatchAs", "MatchStar") and pattern.name is not None:
        yield pattern.name.value
    if kind == "MatchMapping" and pattern.rest is not None:
        yield pattern.rest.value
    if kind == "MatchValue" or kind == "MatchSingleton":
        return
    for child in pattern.children:
        if child.__class__.__name__.startswith("Match"):
            yield from _bound(child)
