"""Chats that a template has written as text, and that are tokenized with special tokens added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.domain.values import MAYBE, NO, YES
from torchlint.knowledge.model_families import begins_texts_twice
from torchlint.queries import CallView, ExpressionView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_TEMPLATE = "apply_chat_template"
# The methods of a tokenizer that add special tokens, beside its call.
_ENCODE = ("encode", "encode_plus", "batch_encode_plus")
# What decides about special tokens, or about the template, otherwise.
_SETTINGS = ("add_bos_token", "chat_template =", "chat_template=", "add_special_tokens(")
# Through how many names and lists a text is followed.
_FARTHEST = 4


@dataclass(frozen=True, slots=True, eq=False)
class TokenizedChat(CallView):
    """The call that tokenizes a chat."""

    node: tree.Call
    text_given: ExpressionView
    templated: View  # where the text is written
    is_certain: bool  # whether the model is known to have a special token at the beginning


def tokenized_chats(file: File) -> Iterator[TokenizedChat]:
    """Each of them, in source order; none in a file that says something else about special tokens."""
    if any(setting in file.text for setting in _SETTINGS):
        return
    for node in file.tree.all(tree.Call):
        tokenizer = _tokenizer(node)
        call = CallView(file, node)
        given = call.argument(0, "text") if tokenizer else None
        if given is None or call.has_stars or call.argument(-1, "add_special_tokens") is not None:
            continue
        templated = _templated(file, given.node, 0)
        if templated is None or _template_of(templated) != tokenizer:
            continue
        level = _level(file, templated)
        if level != NO:
            yield TokenizedChat(file, node, given, View(file, templated), level == YES)


def _tokenizer(call: tree.Call) -> str:
    """The name of the tokenizer in `tokenizer(text)` or `self.tokenizer.encode(text)`; empty for other calls."""
    func = call.func
    if isinstance(func, tree.Attribute) and func.attr in _ENCODE:
        func = func.value
    return tree.dotted(func) or ""


def _template_of(call: tree.Call) -> str:
    return tree.dotted(call.func.value) or "" if isinstance(call.func, tree.Attribute) else ""


def _templated(file: File, node: tree.Node, depth: int) -> tree.Call | None:
    """The call of `apply_chat_template` whose text an expression is, as it is or in a list."""
    if depth > _FARTHEST:
        return None
    if isinstance(node, tree.Call):
        is_template = tree.last_name(node.func) == _TEMPLATE
        return node if is_template and _is_text(CallView(file, node)) else None
    if isinstance(node, tree.Name):
        reaching = reaching_definitions(file.tree, node)
        values = [one.value if one is not None and one.kind == "assignment" else None for one in reaching]
        found = [_templated(file, one, depth + 1) if one is not None else None for one in values]
        return found[0] if found and all(one is not None for one in found) else None
    if isinstance(node, tree.List) and len(node.elements) == 1:
        return _templated(file, node.elements[0], depth + 1)
    if isinstance(node, tree.Comprehension) and node.kind == "list":
        return _templated(file, node.element, depth + 1)
    return None


def _is_text(call: CallView) -> bool:
    tokenize = call.argument(-1, "tokenize")
    return tokenize is not None and tokenize.is_literally is False


def _level(file: File, templated: tree.Call) -> int:
    """Whether template and tokenizer both begin a text, as the name says by which the tokenizer was loaded."""
    holder = templated.func.value if isinstance(templated.func, tree.Attribute) else templated
    names = [name for call in _loads(file, holder) for name in _names(file, call)]
    levels = {begins_texts_twice(name) for name in names}
    if len(levels) == 1:
        return levels.pop()
    spoken = (n.value for n in file.tree.all(tree.Constant) if isinstance(n.value, str) and "/" in n.value[:60])
    return NO if not names and any(begins_texts_twice(text) == NO for text in spoken) else MAYBE


def _loads(file: File, tokenizer: tree.Node) -> Iterator[tree.Call]:
    """The calls that load a tokenizer, as the assignments to its name have them."""
    named = tree.dotted(tokenizer)
    for one in file.tree.all(tree.Assign):
        if any(named and tree.dotted(target) == named for target in one.targets):
            if isinstance(one.value, tree.Call) and tree.last_name(one.value.func) == "from_pretrained":
                yield one.value


def _names(file: File, load: tree.Call) -> Iterator[str]:
    """The name that a tokenizer is loaded by, where it is written in the file."""
    given = resolved_expression(file.tree, load.args[0].value) if load.args else None
    if isinstance(given, tree.Constant) and isinstance(given.value, str):
        yield given.value
