"""Whether a module that is not seen is a language model, by what it is called with and by the names of its parts."""

from __future__ import annotations

from torchlint.binding.symbols import Class
from torchlint.domain.values import alternatives
from torchlint.knowledge.naming_conventions import name_words_only, names_part_of_language_model
from torchlint.queries import ExpressionView
from torchlint.syntax import tree


def is_language_model(view: ExpressionView, source: tree.Node) -> bool:
    """Whether a model made at `source`, of which a view is or is a part, takes words or has what such models have."""
    return _takes_words(view, source) or _has_such_part(view)


def _takes_words(view: ExpressionView, source: tree.Node) -> bool:
    """Whether it is called with words by name: `model(input_ids=ids, attention_mask=mask)`."""
    for fact in view.file.facts.forwards:
        one = fact.model
        if isinstance(one.ref, Class) or not any(each.source is source for each in alternatives(one)):
            continue
        names = [argument.keyword for argument in fact.node.args if argument.keyword is not None]
        if name_words_only(names):
            return True
    return False


def _has_such_part(view: ExpressionView) -> bool:
    """Whether the code around reads a part of the same model that language models have: `model.lm_head`."""
    root = view.node
    while isinstance(root, tree.Attribute) and isinstance(root.value, (tree.Name, tree.Attribute)):
        root = root.value
    name = tree.dotted(root)
    if name in (None, "self"):
        name = tree.dotted(view.node)
    scopes = [unit.tree.scope(view.node) for unit in view.file.analysis.units if view.node in unit.tree.parents]
    read = (n for scope in scopes for n in tree.walk(scope) if isinstance(n, tree.Attribute))
    parts = [tree.dotted(n) or "" for n in read if names_part_of_language_model(n.attr)]
    return any(part.startswith(f"{name}.") for part in parts)
