"""Chats that a template has written as text, and that are tokenized with special tokens added."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition
from torchlint.binding.known_texts import texts_of
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.domain.values import MAYBE, NO, YES
from torchlint.knowledge.model_families import begins_texts_twice
from torchlint.queries import CallView, ExpressionView, View, query
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
        if templated is None or not _is_same(file, _template_of(templated), tokenizer, templated, node):
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


def _is_same(file: File, one: str, other: str, templated: tree.Call, node: tree.Call) -> bool:
    """Whether two names are those of one tokenizer: in two functions, by the last part of them."""
    if file.tree.scope(templated) is file.tree.scope(node):
        return one == other
    return one.rpartition(".")[2] == other.rpartition(".")[2]


def _template_of(call: tree.Call) -> str:
    return tree.dotted(call.func.value) or "" if isinstance(call.func, tree.Attribute) else ""


def _templated(file: File, node: tree.Node, depth: int) -> tree.Call | None:
    """The call of `apply_chat_template` whose text an expression is, or begins with, as it is or in a list."""
    if depth > _FARTHEST:
        return None
    key = tree.string_of(node.index) if isinstance(node, tree.Subscript) else None
    place, known = key or node, _known_texts(file)
    if place not in known:
        known[place] = None  # for texts that are made of themselves
        known[place] = _of_all(file, _kept_under(file, key), depth) if key else _looked_up(file, node, depth)
    return known[place]


@query
def _known_texts(file: File) -> dict[tree.Node | str, tree.Call | None]:
    """What was found for each expression, and for all that a file keeps under a key."""
    return {}


def _looked_up(file: File, node: tree.Node, depth: int) -> tree.Call | None:
    if isinstance(node, tree.Call):
        if tree.last_name(node.func) == _TEMPLATE:
            return node if _is_text(CallView(file, node)) else None
        return _of_all(file, _returned(file, node), depth)
    if isinstance(node, tree.Name):
        return _of_all(file, [_given_by(one) for one in reaching_definitions(file.tree, node)], depth)
    if isinstance(node, tree.List) and len(node.elements) == 1:
        return _templated(file, node.elements[0], depth + 1)
    if isinstance(node, tree.Comprehension) and node.kind == "list":
        return _templated(file, node.element, depth + 1)
    if isinstance(node, tree.BinaryOp) and node.op == "+":  # the template's text, and the answer
        return _templated(file, node.left, depth + 1)
    if isinstance(node, tree.Subscript):
        if isinstance(node.index, tree.Slice) and node.index.lower is not None and not _is_list(file, node.value):
            return None  # a part of the text, which may begin behind its first token
        return _templated(file, node.value, depth + 1)
    return None


def _is_list(file: File, node: tree.Expression) -> bool:
    """Whether an expression is a list of texts, as it is written."""
    return isinstance(resolved_expression(file.tree, node), (tree.List, tree.Comprehension))


def _of_all(file: File, values: Sequence[tree.Node | None], depth: int) -> tree.Call | None:
    """The first such call, if each of these values is such a text."""
    found = [_templated(file, one, depth + 1) if one is not None else None for one in values]
    return found[0] if found and all(one is not None for one in found) else None


def _given_by(definition: Definition | None) -> tree.Node | None:
    """What a definition gives a name: a value, or for a loop the list that it takes it from."""
    if definition is None:
        return None
    return definition.source if definition.kind in ("for", "comprehension") else definition.value


def _returned(file: File, call: tree.Call) -> list[tree.Node | None]:
    """What a function of the file returns to a call, or a method to one of its own object's."""
    functions = [one for one in file.facts.functions.get(call, ()) if file.holds(one.node)]
    if not functions and isinstance(call.func, tree.Attribute) and tree.dotted(call.func.value) == "self":
        cls = file.tree.above(call, tree.ClassDef)
        body = cls.body if isinstance(cls, tree.ClassDef) else []
        nodes = [one for one in body if isinstance(one, tree.FunctionDef) and one.name == call.func.attr]
    else:
        nodes = [one.node for one in functions if isinstance(one.node, tree.FunctionDef)]
    return [one.value for node in nodes for one in file.tree.own(node, tree.Return)]


def _kept_under(file: File, key: str) -> list[tree.Node | None]:
    """All that the file keeps under a key: `row["text"] = ...`, `{"text": ...}`."""
    return file.tree.once_of_all(_kept).get(key, [])


def _kept(syntax: tree.Tree) -> dict[str, list[tree.Node | None]]:
    found: dict[str, list[tree.Node | None]] = {}
    for assign in syntax.all(tree.Assign):
        for target in assign.targets:
            if isinstance(target, tree.Subscript) and (key := tree.string_of(target.index)):
                found.setdefault(key, []).append(assign.value)
    for display in syntax.all(tree.Dict):
        for name, value in zip(display.keys, display.values):
            if key := tree.string_of(name):
                found.setdefault(key, []).append(value)
    return found


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
    yield from texts_of(file.tree, load.args[0].value) if load.args else ()
