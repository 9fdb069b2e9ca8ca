"""Whether something else may keep the state of a scheduler or scaler: a container, an object, a saving function."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Literal

from torchlint.binding.symbols import Class, Function
from torchlint.queries.data import texts_of_program
from torchlint.syntax import tree
from torchlint.syntax.comment_lines import without_comment_lines

if TYPE_CHECKING:
    from torchlint.queries import File

# Who gets it: nobody who keeps it, code of the project, or code that is not seen.
Keeper = Literal["nobody", "project", "unknown"]
Definitions = Mapping[tree.Call, Collection[object]]  # what calls lead to
# Functions that may keep or restore the state of what they are given.
KEEPS = re.compile(r"save|load|checkpoint|ckpt|state|resume|register|prepare|wrap|initialize|^[A-Z]")
_OPERATORS = (tree.Conditional, tree.BoolOp, tree.UnaryOp, tree.Compare)
_GROUPS = (tree.Tuple, tree.List, tree.Starred)

_SAVED = re.compile(r"(\w*)(?:\[[^\]\n]*\]|\(\))?\.(?:load_)?state_dict\b")
# What is saved without being a scheduler or a scaler, by its name.
_OTHER = re.compile(r"optim|(^|_)opt(_|$)|model|net|module|coder|backbone|critic|actor|policy|ema|disc|gen|^[GD](_|$)")
# What may save it under another name, or as a whole.
_WHOLE = re.compile(
    r"(?i)[\"']\w*(sched|scale)\w*[\"']\s*:|prepare\(|save_state\(|__dict__|vars\(|getattr\(|pickle|dill"
)


def keeper(syntax: tree.Tree, name: str, definitions: Definitions) -> Keeper:
    """Who may keep the state of what has this name in a file, or nobody."""
    mentions = (n for n in syntax.nodes if isinstance(n, (tree.Name, tree.Attribute)) and tree.last_part(n) == name)
    found = {_keeper(syntax, node, name, definitions) for node in mentions}
    return "unknown" if "unknown" in found else "project" if "project" in found else "nobody"


def saves_only_others(file: File) -> bool:
    """Whether all states that this file and those around it save are of models and optimizers, by their names."""
    texts = list(texts_around(file))
    receivers = (receiver for text in texts for receiver in _SAVED.findall(text))
    return all(map(_OTHER.search, receivers)) and not any(map(_WHOLE.search, texts))


def texts_around(file: File) -> Iterator[str]:
    """The texts of the program, and of the files that this one imports, of which an object may keep it."""
    yield from texts_of_program(file)
    files = file.project_files
    places = files.imports(file.place) if files is not None else ()
    yield from (without_comment_lines(files.text(place)) for place in places if files is not None)


def _keeper(syntax: tree.Tree, node: tree.Node, name: str, definitions: Definitions) -> Keeper:
    """Who gets the object by one mention."""
    above = syntax.parents.get(node)
    while isinstance(above, _OPERATORS):
        node, above = above, syntax.parents.get(above)
    if isinstance(above, _GROUPS):
        while isinstance(above, _GROUPS):
            node, above = above, syntax.parents.get(above)
        if isinstance(above, tree.Return):
            return "project"
        return "nobody" if isinstance(above, tree.Assign) and node in above.targets else "unknown"
    if isinstance(above, tree.Assign):
        is_renamed = node is above.value and any(tree.last_part(target) != name for target in above.targets)
        return "project" if is_renamed else "nobody"
    if isinstance(above, tree.Argument):
        return _keeping_call(syntax.parents.get(above), definitions)
    if isinstance(above, tree.Return):
        return "project"
    return "unknown" if isinstance(above, (tree.Yield, tree.Dict, tree.Lambda)) else "nobody"


def _keeping_call(call: tree.Node | None, definitions: Definitions) -> Keeper:
    """Who keeps what a call is given."""
    if not isinstance(call, tree.Call):
        return "unknown"
    if not KEEPS.search(tree.last_part(call.func) or "save"):
        return "nobody"
    called = definitions.get(call, ())
    return "project" if any(isinstance(one, (Class, Function)) for one in called) else "unknown"
