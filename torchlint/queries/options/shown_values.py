"""Whether a value is only made into text or printed, and so no setting that a program goes by."""

from __future__ import annotations

import re

from torchlint.knowledge.command_line import RUNS_TEXT, SHOWS
from torchlint.syntax import tree

# What hands its arguments on.
_PASSING = frozenset("join sorted list tuple enumerate reversed zip items get_default".split())
# An option as it is typed, with the name left open: `f"--{name}={value}"`.
_TYPED = re.compile(r"(?:^|[\s\"'])--(?=$|[{%\"'])")


def is_shown(syntax: tree.Tree, node: tree.Node) -> bool:
    """Whether the value of an expression ends in a text, or nowhere."""
    for here in syntax.around(node):
        above = syntax.parents.get(here)
        if isinstance(above, (tree.FormattedString, tree.ExpressionStatement)):
            return True
        if isinstance(above, tree.BinaryOp) and above.op == "%" and tree.is_text(above.left):
            return True
        if isinstance(here, tree.Call) and here is not node:
            name = tree.last_name(here.func)
            if name in SHOWS:
                return True
            if name not in _PASSING:
                return False
        is_part = isinstance(above, (tree.Tuple, tree.List, tree.Conditional, tree.BoolOp, tree.BinaryOp))
        if isinstance(above, tree.Comprehension):
            is_part = here is above.element or here is above.value
        if not is_part and not isinstance(above, (tree.Argument, tree.Call, tree.Starred)):
            return False
        if isinstance(above, tree.Call) and here is above.func:
            return False
    return False


def iterates_to_show(syntax: tree.Tree, around: tree.For | tree.Comprehension, target: tree.Expression) -> bool:
    """Whether a loop does nothing with its elements but show them."""
    if any(tree.last_name(call.func) in RUNS_TEXT for call in syntax.inside(around, tree.Call)):
        return False  # `exec(f"{k} = {v}")`
    names = {one.id for one in tree.walk(target) if isinstance(one, tree.Name)}
    inside = (one for one in syntax.inside(around, tree.Name) if one.id in names)
    uses = [one for one in inside if not _is_within(one, target)]
    return all(is_shown(syntax, one) or _looks_up(syntax, one) or _is_compared(syntax, one) for one in uses)


def _is_compared(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether a condition asks for an element itself, to show it or not: `if value is not None:`."""
    return isinstance(syntax.parents.get(name), tree.Compare)


def makes_command_line(syntax: tree.Tree, around: tree.For | tree.Comprehension) -> bool:
    """Whether a loop types its elements as options of another program: `command.append(f"--{name}={value}")`."""
    texts = (*syntax.inside(around, tree.FormattedString), *syntax.inside(around, tree.Constant))
    return any("--" in (text := syntax.text_of(one)) and _TYPED.search(text) for one in texts)


def _looks_up(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether a name is a key for something that is shown: `vars(args)[k]`, `getattr(args, k)`."""
    above = syntax.parents.get(name)
    if isinstance(above, tree.Argument):
        above = syntax.parents.get(above)
        is_asked = isinstance(above, tree.Call) and tree.last_name(above.func) in ("getattr", "get_default")
        return above is not None and is_asked and is_shown(syntax, above)
    return isinstance(above, tree.Subscript) and above.index is name and is_shown(syntax, above)


def _is_within(node: tree.Node, outer: tree.Node) -> bool:
    return outer.start <= node.start and node.end <= outer.end
