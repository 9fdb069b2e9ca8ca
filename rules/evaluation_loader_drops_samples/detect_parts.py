"""The parts of the data that callers ask for where a function makes its one loader for any part."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.queries import FunctionView
from torchlint.queries.data import LoaderView, loaders, names_held_out, texts_of_program
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What a program calls the part of its data that it evaluates on, as in `if flag == "test":`.
HELD_OUT = ("val", "vali", "valid", "validation", "test", "eval", "dev")
# Parameters that say by True or False for which part a loader is.
_IS_HELD_OUT = re.compile(rf"^(is_)?({'|'.join(HELD_OUT)})$")
_IS_TRAINED = re.compile(r"^(is_)?train(ing)?$")


def part_given(file: File, loader: LoaderView) -> str:
    """What callers call held-out data where one call makes the loader for any part.

    By a text, `make(args, "test")`, by a parameter that they switch, `make(paths, validation=True)`, by the data that
    they give, `make(val_set)`, or in a comprehension: `{part: DataLoader(...) for part in ("train", "val")}`.
    """
    if part := _part_of_comprehension(file, loader):
        return part
    function = loader.function
    if function is None or file.tree.branches(loader.node, tree.If):
        return ""
    made = [one for one in loaders(file) if one.function == function]
    if len(made) > 1 or not function.node.parameters:
        return ""
    return _part_in_calls(file, function) or _part_by_keyword(file, function) or _data_given(file, loader, function)


def _part_in_calls(file: File, function: FunctionView) -> str:
    """The part that a call of the function asks for by a text or by a switch."""
    parts = "|".join(HELD_OUT)
    given = re.compile(rf"\b{re.escape(function.name)}\((?:[^()]|\([^()]*\))*?(['\"])({parts})\1")
    flags = [p.name for p in function.node.parameters if _IS_HELD_OUT.search(p.name) or _IS_TRAINED.search(p.name)]
    switched = [f"{flag}\\s*=\\s*{bool(_IS_HELD_OUT.search(flag))}" for flag in map(re.escape, flags)]
    switch = re.compile(rf"\b{re.escape(function.name)}\((?:[^()]|\([^()]*\))*?\b({'|'.join(switched)})\b")
    for text in texts_of_program(file):
        if found := given.search(text):
            return found[2]
        if flags and (found := switch.search(text)):
            return "".join(found[1].split())
    return ""


def _part_by_keyword(file: File, function: FunctionView) -> str:
    """The part that callers of callers ask for under the name of a parameter: `flag="test"`.

    The function compares this parameter with the name of a part, `flag == "train"`, so it says which part is wanted.
    """
    names = {one.name for one in function.node.parameters}
    asked = (compared(node) for node in file.tree.own(function.node, tree.Compare))
    for name, part in (one for one in asked if one is not None and one[0] in names):
        known = (other for other in HELD_OUT if part in ("train", *HELD_OUT))
        if given := next((one for one in known if any(gives(text, name, one) for text in texts_of_program(file))), ""):
            return given
    return ""


def _part_of_comprehension(file: File, loader: LoaderView) -> str:
    """The first part that is held out, of the parts for which a comprehension or a loop makes a loader each."""
    made = file.tree.parents.get(loader.node)
    over: tree.Expression | None = None
    if isinstance(made, tree.Comprehension) and len(made.clauses) == 1 and not made.clauses[0].ifs:
        over = made.clauses[0].iter
    elif isinstance(made, tree.Assign) and isinstance(made.targets[0], tree.Subscript):
        loop = file.tree.parents.get(made)  # `for part in parts: loaders[part] = DataLoader(...)`
        is_key = isinstance(loop, tree.For) and tree.dotted(loop.target) == tree.dotted(made.targets[0].index)
        over = loop.iter if isinstance(loop, tree.For) and is_key else None
    parts = use_def.resolved_expression(file.tree, over) if over is not None else None
    texts = [tree.string_of(one) for one in parts.elements] if isinstance(parts, (tree.List, tree.Tuple)) else []
    return next((one for one in texts if one in HELD_OUT), None) or ""


def _data_given(file: File, loader: LoaderView, function: FunctionView) -> str:
    """The held-out data that a call of the function in this file gives for the dataset of its loader."""
    dataset = loader.setting("dataset")
    if dataset is None or not isinstance(dataset.node, tree.Name):
        return ""
    definition = use_def.reaching_definition(file.tree, dataset.node)
    if definition is None or definition.kind != "parameter":
        return ""
    names = [one.name for one in function.node.parameters]
    at = names.index(definition.name) - (function.owner is not None and names[0] in ("self", "cls"))
    for call, called in file.facts.functions.items():
        if file.holds(call) and any(one.node is function.node for one in called):
            given = tree.argument(call, at, definition.name)
            name = tree.last_name(given) if given is not None else None
            if given is not None and name and names_held_out(name) and "train" not in name.lower():
                return file.tree.text_of(given)
    return ""


def compared(node: tree.Node) -> tuple[str, str] | None:
    """The name and the text of `if flag == "test":`, or of the comparison alone."""
    test = node.test if isinstance(node, tree.If) else node
    if not isinstance(test, tree.Compare) or test.ops != ["=="]:
        return None
    text, name = test.comparators[0], tree.last_name(test.left)
    if not isinstance(text, tree.Constant) or not isinstance(text.value, str) or not name:
        return None
    return name, text.value


def gives(text: str, name: str, part: str) -> bool:
    """Whether a file has a call that gives a parameter this name of a part: `flag="test"`."""
    return re.search(rf"\b{re.escape(name)}\s*=\s*(['\"]){re.escape(part)}\1", text) is not None
