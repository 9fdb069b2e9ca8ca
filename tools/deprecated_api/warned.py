"""What the source of a package warns of when it is used: functions, classes, methods, and arguments."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from tools.deprecated_api.sources import Sources, Text, fields_of

_SAYS = re.compile(r"deprecat|will be removed|no longer (?:used|supported)", re.IGNORECASE)
_WARNS = re.compile(r"^(?:warn|warn_once|warning|warning_once|rank_zero_\w+|\w*deprecat\w*)$")
_DECORATES = re.compile(r"^_?deprecated?(?:_func|_class|d)?$")
_DROPS = re.compile(r"^dropping_(?:class_|io_|class_io_)?support$")
_CATEGORIES = frozenset(("FutureWarning", "DeprecationWarning", "PendingDeprecationWarning"))
# "use `torch.linalg.qr`", "in favor of torch.linalg.qr"; a name in plain text has a dot or an underscore in it.
_SUCCESSOR = re.compile(
    r"(?:\b[Uu]se|\b[Uu]sing|favou?r of|[Ss]witch to|replaced (?:by|with)|[Mm]igrate to|[Ii]nstead use|[Pp]assing)"
    r"(?:\s+the)?\s+(?:(?::\w+:)?[`'\"]+~?([A-Za-z_][\w.]*)|([A-Za-z_]\w*[._]\w[\w.]*))"
)
# The library that the successor belongs to: "split_torch_state_dict_into_shards from huggingface_hub library".
_LIBRARY = re.compile(r"[`'\"]*\s+from\s+(?:the\s+)?[`'\"]*(\w+)[`'\"]*\s+library")
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Warned(NamedTuple):
    """A definition, by its own dotted name, or an argument of it, and the name that its warning recommends."""

    name: str
    argument: str = ""
    successor: str = ""


def warned(sources: Sources) -> Iterator[Warned]:
    """Everything that warns whenever it is called, or given an argument."""
    for text in sources.mentioning("eprecat", "FutureWarning", "handle_legacy_interface", "dropping_"):
        yield from _warned_in(text)


@cache
def _warned_in(text: Text) -> list[Warned]:
    return list(_of_body(text.module, text.tree.body))


def _of_body(prefix: str, body: list[ast.stmt]) -> Iterator[Warned]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _of_class(f"{prefix}.{node.name}", node)
        elif isinstance(node, Function):
            yield from _of_function(f"{prefix}.{node.name}", node)
        elif isinstance(node, (ast.If, ast.Try)):
            yield from _of_body(prefix, [*node.body, *node.orelse])
        elif isinstance(node, ast.Assign) and isinstance(target := node.targets[0], ast.Name) and _drops(node.value):
            yield Warned(f"{prefix}.{target.id}")


def _of_class(name: str, cls: ast.ClassDef) -> Iterator[Warned]:
    told = _told_by_decorator(cls)
    if told is not None:
        yield Warned(name, "", _successor(told, name))
    yield from _of_fields(name, cls)
    for node in cls.body:
        if not isinstance(node, Function):
            continue
        if node.name in ("__init__", "__new__"):
            yield from _of_function(name, node)
        elif not node.name.startswith("_"):
            yield from _of_function(f"{name}.{node.name}", node)


def _of_function(name: str, function: Function) -> Iterator[Warned]:
    if any(_last(decorator) == "overload" for decorator in function.decorator_list):
        return
    told = _told_by_decorator(function)
    told = told if told is not None else _told_first(function.body)
    told = told if told is not None else _told_unless_silenced(function)
    if told is not None:
        yield Warned(name, "", _successor(told, name))
        return
    yield from _arguments_of_decorators(name, function)
    given = function.args
    names = {a.arg for a in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    for argument, told in _told_of_given(function.body):
        if argument in names or given.kwarg:
            yield Warned(name, argument, _successor(told, argument))


def _of_fields(name: str, cls: ast.ClassDef) -> Iterator[Warned]:
    """The fields of a dataclass that its `__post_init__` warns of where they are given."""
    fields = fields_of(cls)
    for node in cls.body if fields else ():
        if isinstance(node, Function) and node.name == "__post_init__":
            for field, told in _told_of_given(node.body, "self"):
                if field in fields:
                    yield Warned(name, field, _successor(told, field))


def _told_of_given(body: list[ast.stmt], owner: str = "") -> Iterator[tuple[str, str]]:
    """What statements warn of where something is given that they name: an argument, or an attribute of `owner`."""
    for statement in body:
        given = _asked(statement.test, owner) if isinstance(statement, ast.If) else ""
        if given and isinstance(statement, ast.If):
            told = _told_first(statement.body)
            if told is not None and re.search(rf"\b{re.escape(given)}\b", told):
                yield given, told


def _asked(test: ast.expr, owner: str = "") -> str:
    """The argument, or attribute of `owner`, that a condition asks for: `x is not None`, `x`, `"x" in kwargs`."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        if isinstance(test.ops[0], (ast.IsNot, ast.NotEq)):
            return _asked(test.left, owner)
        if isinstance(test.ops[0], ast.In) and isinstance(test.left, ast.Constant) and not owner:
            return str(test.left.value)
    if owner:
        is_owned = isinstance(test, ast.Attribute) and isinstance(test.value, ast.Name) and test.value.id == owner
        return test.attr if is_owned and isinstance(test, ast.Attribute) else ""
    return test.id if isinstance(test, ast.Name) else ""


def _arguments_of_decorators(name: str, function: Function) -> Iterator[Warned]:
    for decorator in function.decorator_list:
        if not isinstance(decorator, ast.Call):
            continue
        if _last(decorator) == "handle_legacy_interface":
            for keyword in decorator.keywords:
                old, default = keyword.value.elts if isinstance(keyword.value, ast.Tuple) else (None, None)
                if isinstance(old, ast.Constant):
                    value = f'="{default.attr}"' if isinstance(default, ast.Attribute) else ""
                    yield Warned(name, str(old.value), f"{keyword.arg}{value}")
        elif _last(decorator) == "deprecate_kwarg" and decorator.args and isinstance(decorator.args[0], ast.Constant):
            new = next((k.value for k in decorator.keywords if k.arg == "new_name"), None)
            yield Warned(name, str(decorator.args[0].value), str(new.value) if isinstance(new, ast.Constant) else "")


def _drops(value: ast.expr) -> bool:
    """Whether an expression decorates something that a later version lacks: `dropping_support(_info)`."""
    return isinstance(value, ast.Call) and bool(value.args) and bool(_DROPS.match(_last(value)))


def _told_by_decorator(node: Function | ast.ClassDef) -> str | None:
    """What a decorator warns of at every call; None without one that does."""
    for decorator in node.decorator_list:
        if not isinstance(decorator, ast.Call) and _DROPS.match(_last(decorator)):
            return ""  # `@dropping_support`: the text is in the decorator
        if isinstance(decorator, ast.Call) and _DECORATES.match(_last(decorator)):
            silent = any(k.arg == "category" and getattr(k.value, "value", ...) is None for k in decorator.keywords)
            if not silent:
                return _text(decorator)
    return None


def _told_first(body: list[ast.stmt]) -> str | None:
    """What statements warn of on all ways through them; None where they don't."""
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            told = _told(statement.value)
            if told is not None:
                return told
        elif isinstance(statement, ast.If):
            told = _told_first(statement.body)
            if told is not None and statement.orelse and _told_first(statement.orelse) is not None:
                return told
            if any(isinstance(inner, (ast.Return, ast.Raise)) for inner in statement.body):
                return None
        elif isinstance(statement, (ast.Return, ast.Raise)):
            return None
    return None


def _told_unless_silenced(function: Function) -> str | None:
    """What a function warns of unless an argument asks for silence: `if not no_deprecation_warning`."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    defaults = [*zip(reversed(positional), reversed(given.defaults)), *zip(given.kwonlyargs, given.kw_defaults)]
    off = {one.arg for one, default in defaults if isinstance(default, ast.Constant) and default.value is False}
    for statement in function.body:
        test = statement.test if isinstance(statement, ast.If) else None
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and isinstance(test.operand, ast.Name):
            if test.operand.id in off and "warning" in test.operand.id and isinstance(statement, ast.If):
                return _told_first(statement.body)
    return None


def _told(call: ast.Call) -> str | None:
    """What a call warns of, where it is a warning of something deprecated."""
    if not _WARNS.match(_last(call)):
        return None
    text = _text(call)
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    is_of_kind = any(isinstance(a, ast.Name) and a.id in _CATEGORIES for a in given) or "deprecat" in _last(call)
    return text if is_of_kind or _SAYS.search(text) else None


def _text(call: ast.Call) -> str:
    """The words that a call is given, those of f-strings included; alone, a second one is the successor."""
    strings = [n.value for n in ast.walk(call) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    if len(strings) == 2 and not any(" " in each for each in strings):
        return f"{strings[0]}: use `{strings[1]}`"
    return " ".join(strings)


def _successor(told: str, old: str) -> str:
    """The name that a warning recommends; empty where it recommends none, or what is given up itself."""
    for match in _SUCCESSOR.finditer(told):
        found = (match[1] or match[2]).rstrip(".")
        if keyword.iskeyword(found):
            continue
        library = _LIBRARY.match(told, match.end())
        if library is not None and "." not in found:
            found = f"{library[1]}.{found}"
        if found.rpartition(".")[2] != old.rpartition(".")[2] or "." in found:
            return found if found != old else ""
    return ""


def _last(node: ast.expr) -> str:
    """The last part of what is called, or of a name."""
    if isinstance(node, ast.Call):
        return _last(node.func)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
