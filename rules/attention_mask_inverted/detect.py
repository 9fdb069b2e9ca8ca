"""Masks of booleans that are given to attention the wrong way round, as the code that makes them says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit
from torchlint.knowledge.operations import has_column
from torchlint.knowledge.signatures import ATTENTION_MASKS
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.queries.gradients import agreed, called_value, folded, operation_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What is true in a mask: the places to look at, those that are not to be seen, or nothing that its code would say.
Meaning = Literal["visible", "hidden"]
_OTHER: dict[Meaning, Meaning] = {"visible": "hidden", "hidden": "visible"}
# What a comparison of tokens with the padding's says, and one of places with the length of a text.
_OF_PADDING: dict[str, Meaning] = {"==": "hidden", "!=": "visible"}
_OF_PLACES: dict[str, Meaning] = {"<": "visible", ">=": "hidden"}
_DEEPEST = 8


@dataclass(frozen=True, slots=True, eq=False)
class Inverted(ExpressionView):
    """A mask that says the opposite of what the call takes it for."""

    call: CallView
    wants_visible: bool  # whether True is to be looked at
    is_certain: bool  # whether no caller is unseen that may give another mask

    @property
    def inverse(self) -> tuple[Edit, ...]:
        """The edit that turns it round."""
        is_plain = isinstance(self.node, (tree.Name, tree.Attribute, tree.Call, tree.Subscript))
        return self.put(f"~{self.code}" if is_plain else f"~({self.code})")


def inverted_masks(file: File) -> Iterator[Inverted]:
    """Masks of the wrong polarity, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for call in file.calls(*ATTENTION_MASKS):
        known = {ATTENTION_MASKS[name] for name in call.names if name in ATTENTION_MASKS}
        if len(known) != 1:
            continue  # one of two modules, which may expect different masks
        wants_visible, places = known.pop()
        for position, keyword in places:
            given = call.argument(position, keyword)
            if given is None:
                continue  # this mask is not given
            for likely in (False, True):
                meaning = _Question(likely, {}).meaning(given)
                if meaning is not None and (meaning == "visible") != wants_visible:
                    yield Inverted(file, given.node, call, wants_visible, not likely)
                if meaning is not None:
                    break


class _Question(NamedTuple):
    """What True says in masks of booleans."""

    likely: bool  # whether callers that are not seen are left out
    known: dict[tree.Node, Meaning | None]

    def meaning(self, view: ExpressionView, depth: int = 0) -> Meaning | None:
        """That of one mask; None for one of numbers, and where its code does not say."""
        file, node = view.file, resolved_expression(view.file.tree, view.node)
        if depth > _DEEPEST:
            return None
        if isinstance(node, tree.UnaryOp) and node.op == "~":
            return _inverse(self.meaning(ExpressionView(file, node.operand), depth + 1))
        if isinstance(node, tree.Subscript):
            return self.meaning(ExpressionView(file, node.value), depth + 1)
        if isinstance(node, tree.Compare):
            return _of_comparison(file, node, depth)
        if isinstance(node, tree.Call) and (found := self._of_call(file, node, depth)) is not None:
            return found
        view = ExpressionView(file, node)
        return agreed(view, lambda one: self.meaning(one, depth + 1), self.known, likely=self.likely)

    def _of_call(self, file: File, node: tree.Call, depth: int) -> Meaning | None:
        name = tree.last_name(node.func)
        if name == "logical_not" and (made := operation_of(file, node)) is not None and made.operand is not None:
            return _inverse(self.meaning(ExpressionView(file, made.operand), depth + 1))
        if name in ("triu", "tril"):
            return _triangle(file, node, depth) if _says_bool(file, node) else None
        if name == "bool" or (name in ("to", "type") and _says_bool(file, node)):
            inner = node.func.value if isinstance(node.func, tree.Attribute) else node
            if _is_of_transformers(file, inner):
                return "visible"
            return _triangle(file, inner, depth + 1) or self.meaning(ExpressionView(file, inner), depth + 1)
        if has_column(name, "move", "copy", "reshape", "adds-dimension") and isinstance(node.func, tree.Attribute):
            return self.meaning(ExpressionView(file, node.func.value), depth + 1)
        return None


def _inverse(meaning: Meaning | None) -> Meaning | None:
    return _OTHER[meaning] if meaning is not None else None


def _of_comparison(file: File, node: tree.Compare, depth: int) -> Meaning | None:
    left, right, op = node.left, node.comparators[0], node.ops[0]
    if len(node.ops) > 1:
        return None
    number = right.value if isinstance(right, tree.Constant) else None
    if number in (0, 1) and (inner := _triangle(file, left, depth)) is not None:
        if (op, int(number)) in (("==", 1), (">", 0), ("!=", 0)):
            return inner
        return _inverse(inner) if (op, int(number)) in (("==", 0), ("!=", 1)) else None
    if number in (0, 1) and _is_of_transformers(file, left):
        return "visible" if (op, int(number)) in (("==", 1), (">", 0), ("!=", 0)) else "hidden" if op == "==" else None
    if "pad" in tree.last_name(right).lower() or (number is not None and _is_padding(file, left, number)):
        return _OF_PADDING.get(op)
    counts = any(isinstance(n, tree.Call) and tree.last_name(n.func) == "arange" for n in tree.walk(left))
    lengths = any("len" in tree.last_name(n).lower() for n in tree.walk(right))
    if counts and lengths:
        return _OF_PLACES.get(op)
    return None


def _is_padding(file: File, tokens: tree.Node, number: object) -> bool:
    """Whether the function looks the same tokens up in an embedding whose `padding_idx` is this number."""
    text = file.tree.text_of(tokens)
    for call in file.tree.inside(file.tree.scope(tokens), tree.Call):
        if len(call.args) != 1 or file.tree.text_of(call.args[0].value) != text:
            continue
        layer = called_value(CallView(file, call))
        made = layer.source if layer.ref == "torch.nn.Embedding" and not layer.assumed else None
        given = CallView(file, made).argument(2, "padding_idx") if isinstance(made, tree.Call) else None
        padding = folded(file, given.node) if given is not None else None
        if padding is not None and padding == number:
            return True
    return False


def _is_of_transformers(file: File, node: tree.Node) -> bool:
    """Whether it is the mask of a tokenizer: the function also gives it to a model as `attention_mask`, 1 for a token.

    A model of the project may have another idea of such a mask.
    """
    text = file.tree.text_of(node)
    if not isinstance(node, (tree.Name, tree.Attribute, tree.Subscript)):
        return False
    for call in tree.walk(file.tree.scope(node), into_functions=False):
        if not isinstance(call, tree.Call) or isinstance(called_value(CallView(file, call)).ref, Class):
            continue
        for argument in call.args:
            if argument.keyword == "attention_mask" and file.tree.text_of(argument.value) == text:
                return True
    return False


def _triangle(file: File, node: tree.Node, depth: int) -> Meaning | None:
    """What the numbers other than 0 say in a triangle of ones."""
    node = resolved_expression(file.tree, node)
    made = operation_of(file, node) if isinstance(node, tree.Call) else None
    if made is None or made.operand is None or not isinstance(node, tree.Call) or depth > _DEEPEST:
        return None
    if has_column(made.name, "move", "copy", "cast", "reshape", "adds-dimension", "transpose"):
        return _triangle(file, made.operand, depth + 1) if not has_column(made.name, "transpose") else None
    if made.name not in ("triu", "tril") or not _is_of_ones(file, made.operand):
        return None
    given = next((a.value for a in node.args if a.keyword == "diagonal"), made.rest[0] if made.rest else None)
    diagonal = folded(file, given) if given is not None else 0
    if made.name == "triu":
        return "hidden" if diagonal is not None and diagonal >= 1 else None
    return "visible" if diagonal == 0 else None


def _is_of_ones(file: File, node: tree.Node) -> bool:
    node = resolved_expression(file.tree, node)
    return (
        isinstance(node, tree.Call) and tree.last_name(node.func).removeprefix("new_").removesuffix("_like") == "ones"
    )


def _says_bool(file: File, node: tree.Node) -> bool:
    """Whether a type of booleans is named in a call, as in that of `torch.ones` inside."""
    inside = [resolved_expression(file.tree, one) for one in tree.walk(node) if isinstance(one, tree.Name)]
    return any(tree.dotted(n) in ("torch.bool", "bool") for one in (node, *inside) for n in tree.walk(one))
