"""Programs taken apart into two files, so that what one of them works with is defined, or computed, in the other."""

from __future__ import annotations

import ast

_IMPORTS = (ast.Import, ast.ImportFrom)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_ELSEWHERE = "from pieces import *"


def definitions_elsewhere(text: str) -> dict[str, str]:
    """The functions and classes of a program in `pieces.py`, and the rest of its top level in `program.py`."""
    body = ast.parse(text).body
    above = [node for node in body if isinstance(node, _IMPORTS)]
    defined = [node for node in body if isinstance(node, _DEFINITIONS)]
    rest = [node for node in body if not isinstance(node, (*_IMPORTS, *_DEFINITIONS))]
    return {
        "pieces.py": _written([*above, *defined]),
        "program.py": _written([*above, *ast.parse(_ELSEWHERE).body, *rest]),
    }


def calls_elsewhere(text: str) -> dict[str, str]:
    """A program in which functions of `pieces.py` make every call of an imported function, and of a method."""
    module = ast.parse(text)
    above = [node for node in module.body if isinstance(node, _IMPORTS)]
    handing = _HandingOver({alias.asname or alias.name.partition(".")[0] for node in above for alias in node.names})
    rest = [handing.visit(node) for node in module.body if not isinstance(node, _IMPORTS)]
    return {
        "pieces.py": _written([*above, *handing.functions]),
        "program.py": _written([*above, *ast.parse(_ELSEWHERE).body, *rest]),
    }


class _HandingOver(ast.NodeTransformer):
    """`torch.relu(x, inplace=True)` becomes `call_3(x)`, and `call_3` a function that does just that."""

    def __init__(self, imported: set[str]) -> None:
        self.imported = imported
        self.functions: list[ast.stmt] = []

    def visit_Call(self, node: ast.Call) -> ast.AST:
        is_imported = _root(node.func) in self.imported
        is_method = isinstance(node.func, ast.Attribute) and not is_imported and "super()" not in ast.unparse(node.func)
        is_open = any(isinstance(a, ast.Starred) for a in node.args) or any(k.arg is None for k in node.keywords)
        self.generic_visit(node)
        if is_open or not (is_imported or is_method):
            return node
        given: list[ast.expr] = []
        called = ast.unparse(node.func)
        if is_method:
            assert isinstance(node.func, ast.Attribute)
            called = f"{self._parameter(given, node.func.value)}.{node.func.attr}"
        inside = [self._parameter(given, argument) for argument in node.args]
        inside += [f"{keyword.arg}={self._parameter(given, keyword.value)}" for keyword in node.keywords]
        name, parameters = f"call_{len(self.functions)}", ", ".join(f"p{place}" for place in range(len(given)))
        self.functions += ast.parse(f"def {name}({parameters}):\n    return {called}({', '.join(inside)})").body
        return ast.Call(ast.Name(name, ast.Load()), given, [])

    def _parameter(self, given: list[ast.expr], value: ast.expr) -> str:
        """The name under which a function is given a value; the value itself where it is written out."""
        if isinstance(value, ast.Constant):
            return ast.unparse(value)
        given.append(value)
        return f"p{len(given) - 1}"


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _written(body: list[ast.stmt]) -> str:
    return ast.unparse(ast.fix_missing_locations(ast.Module(body, []))) + "\n"
