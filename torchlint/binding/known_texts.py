"""The texts that an expression may be, as names of attributes: `f"layer{i}"` in `for i in range(3)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import product

from torchlint.binding.definitions import Definition
from torchlint.binding.use_def import only_definition, reaching_definitions
from torchlint.syntax import tree

# What stands for the part of a text that is not known.
ANY = "*"
# Of more texts than this, and through more names, nothing is said.
_MOST, _DEEPEST = 64, 6
_LITERAL = re.compile(r"""(?s)[a-zA-Z]*("{3}|'{3}|"|')(.*?)\1""")
_FORMAT = re.compile(r"%[-+ #0]*\d*[sdi]")
_HOLE = re.compile(r"\{\w*\}")

Texts = tuple[str, ...]  # none where it is not known what an expression may be


def texts_of(syntax: tree.Tree, node: tree.Node, depth: int = 0) -> Texts:
    """Each text that an expression may be, with `*` for parts that are not known; none where all of it is not."""
    if depth > _DEEPEST:
        return ()
    if isinstance(node, tree.Constant):
        is_plain = isinstance(node.value, (str, int)) and not isinstance(node.value, bool)
        return (str(node.value),) if is_plain else ()
    if isinstance(node, tree.Name):
        found = reaching_definitions(syntax, node)
        if None in found:  # a global
            only = only_definition(syntax, node)
            found = (only,) if only is not None else ()
        given = [_given_by(syntax, one, depth + 1) if one is not None else () for one in found]
        return _limited(text for texts in given for text in texts) if all(given) else ()
    if isinstance(node, tree.FormattedString):
        return _of_formatted(syntax, node, depth)
    if isinstance(node, tree.BinaryOp):
        return _of_operator(syntax, node, depth)
    return _of_call(syntax, node, depth) if isinstance(node, tree.Call) else ()


def may_be(text: str, name: str) -> bool:
    """Whether one of these texts, with `*` for what is not known, may be a name: `weight_*` may be `weight_0`."""
    return fnmatchcase(name, text)


def _limited(texts: Iterable[str]) -> Texts:
    """Different texts, if they are few, and each of them has a part that is known."""
    found = tuple(dict.fromkeys(texts))
    return found if len(found) <= _MOST and all(text.strip(ANY + "_") for text in found) else ()


def _given_by(syntax: tree.Tree, definition: Definition, depth: int) -> Texts:
    """The texts that a definition gives a name: what is assigned, or each element of what a loop goes through."""
    if isinstance(definition.node, (tree.For, tree.Clause)):
        if definition.target is None:
            return ()
        elements = _elements(syntax, definition.node.iter, definition.node.target, definition.target, depth)
        return tuple(text for one in elements for text in texts_of(syntax, one, depth)) if elements else ()
    return texts_of(syntax, definition.value, depth) if definition.value is not None else ()


def _elements(
    syntax: tree.Tree, over: tree.Node, target: tree.Node, wanted: tree.Node, depth: int
) -> list[tree.Expression]:
    """The expressions for what one name of a loop's target is in turn; none where one is not known."""
    if isinstance(over, tree.Name) and depth <= _DEEPEST:
        known = reaching_definitions(syntax, over)
        if None in known:  # a global
            known = (only_definition(syntax, over),)
        value = known[0].value if len(known) == 1 and known[0] is not None else None
        return _elements(syntax, value, target, wanted, depth + 1) if value is not None else []
    if isinstance(over, tree.Call):
        return _elements_of_call(syntax, over, target, wanted, depth)
    if isinstance(over, tree.Dict):
        keys = [key for key in over.keys if key is not None]
        return keys if target is wanted and len(keys) == len(over.keys) else []
    written = over.elements if isinstance(over, (tree.List, tree.Tuple, tree.Set)) else []
    if target is wanted:
        return written
    if not isinstance(target, tree.Tuple) or wanted not in target.elements:
        return []
    place = target.elements.index(wanted)
    pairs = [one.elements for one in written if isinstance(one, (tree.Tuple, tree.List))]
    is_known = len(pairs) == len(written) and all(len(pair) == len(target.elements) for pair in pairs)
    return [pair[place] for pair in pairs] if is_known else []


def _elements_of_call(
    syntax: tree.Tree, over: tree.Call, target: tree.Node, wanted: tree.Node, depth: int
) -> list[tree.Expression]:
    """The same for `range(3)`, `enumerate(names)`, `zip(names, layers)`, `parts.items()` and `parts.keys()`."""
    name, given = tree.last_name(over.func), [one.value for one in over.args if one.keyword is None and not one.star]
    inner = target.elements if isinstance(target, tree.Tuple) else []
    if name == "range" and target is wanted:
        return _counted(given)
    if name == "enumerate" and len(inner) == 2 and given and wanted is inner[1]:
        return _elements(syntax, given[0], inner[1], wanted, depth)
    if name == "zip" and wanted in inner and len(inner) == len(given):
        place = inner.index(wanted)
        return _elements(syntax, given[place], wanted, wanted, depth)
    if isinstance(over.func, tree.Attribute) and not over.args:
        first = inner[0] if name == "items" and len(inner) == 2 else target if name == "keys" else None
        return _elements(syntax, over.func.value, wanted, wanted, depth) if first is wanted else []
    return []


def _counted(given: list[tree.Expression]) -> list[tree.Expression]:
    """The numbers of a `range` with one or two numbers that are written."""
    ends = [one.value for one in given if isinstance(one, tree.Constant) and isinstance(one.value, int)]
    if len(ends) != len(given) or len(ends) not in (1, 2):
        return []
    first, last = (0, *ends) if len(ends) == 1 else ends
    at = given[0]
    return [tree.Constant(at.start, at.end, number) for number in range(first, min(last, first + _MOST + 1))]


def _joined(parts: Iterable[Texts]) -> Texts:
    """Each text that parts make together."""
    known = [part or (ANY,) for part in parts]
    size = 1
    for part in known:
        size *= len(part)
    return _limited("".join(one) for one in product(*known)) if size <= _MOST else ()


def _of_formatted(syntax: tree.Tree, node: tree.FormattedString, depth: int) -> Texts:
    rest = "".join(match[2] for match in _LITERAL.finditer(syntax.text_of(node)))
    parts: list[Texts] = []
    for value in node.values:
        before, found, rest = rest.partition("{" + syntax.text_of(value))
        if not found or not rest.startswith("}"):
            return ()  # with a format of its own
        parts += [(before,), texts_of(syntax, value, depth + 1)]
        rest = rest[1:]
    return _joined([*parts, (rest,)])


def _of_operator(syntax: tree.Tree, node: tree.BinaryOp, depth: int) -> Texts:
    """`"layer" + str(i)` and `"layer%d" % i`."""
    if node.op == "+":
        left, right = texts_of(syntax, node.left, depth + 1), texts_of(syntax, node.right, depth + 1)
        is_text = any(isinstance(one, tree.Constant) and isinstance(one.value, str) for one in (node.left, node.right))
        return _joined((left, right)) if is_text else ()
    if node.op != "%" or not isinstance(node.left, tree.Constant) or not isinstance(node.left.value, str):
        return ()
    values = node.right.elements if isinstance(node.right, tree.Tuple) else [node.right]
    return _filled(syntax, _FORMAT.split(node.left.value), values, depth)


def _of_call(syntax: tree.Tree, node: tree.Call, depth: int) -> Texts:
    """`str(i)` and `"layer{}".format(i)`."""
    values = [one.value for one in node.args if one.keyword is None and not one.star]
    if len(values) != len(node.args):
        return ()
    if tree.dotted(node.func) == "str" and len(values) == 1:
        return texts_of(syntax, values[0], depth + 1)
    template = node.func.value if isinstance(node.func, tree.Attribute) and node.func.attr == "format" else None
    if isinstance(template, tree.Constant) and isinstance(template.value, str):
        return _filled(syntax, _HOLE.split(template.value), values, depth)
    return ()


def _filled(syntax: tree.Tree, between: list[str], values: list[tree.Expression], depth: int) -> Texts:
    """The texts of a template: what is between its holes, and what is put into these."""
    if len(between) != len(values) + 1:
        return ()
    return _joined(_alternating(syntax, between, values, depth))


def _alternating(syntax: tree.Tree, between: list[str], values: list[tree.Expression], depth: int) -> Iterator[Texts]:
    for text, value in zip(between, values):
        yield (text,)
        yield texts_of(syntax, value, depth + 1)
    yield (between[-1],)


def of_namespace(node: tree.Node) -> tree.Expression | None:
    """The object of `owner.__dict__` and `vars(owner)`; None for any other expression."""
    if isinstance(node, tree.Attribute):
        return node.value if node.attr == "__dict__" else None
    is_vars = isinstance(node, tree.Call) and len(node.args) == 1 and tree.dotted(node.func) == "vars"
    return node.args[0].value if is_vars else None  # type: ignore[attr-defined]  # `is_vars` has checked that
