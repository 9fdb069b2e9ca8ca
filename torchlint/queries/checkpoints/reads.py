"""Where entries of a checkpoint are read, and whether the code there relies on finding them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from torchlint.binding.definitions import Definition, assigned, assignments_to, definitions_from
from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.syntax import tree

# Methods that look for an entry, and give something else where there is none.
_ASKING, _TAKING, _ADDING, _FILLING = "get", "pop", "setdefault", "update"
# Functions that bring a checkpoint of an older kind into the form of now, in place.
_CONVERTS = re.compile(r"(?i)convert|update|upgrade|migrat|fix|fill|patch|renam|add|set|compat|backward")
# What reads a checkpoint of somebody else, where the path is an address.
_DOWNLOADS = re.compile(r"(?i)url|download")
_OF_MISSING_KEYS = frozenset(("KeyError", "LookupError", "Exception", "BaseException"))

_Choice = tree.If | tree.Conditional | tree.Match


class EntryRead(NamedTuple):
    """A place where an entry is read: `checkpoint["epoch"]`, `checkpoint.get("epoch")`.

    Example:
        required = [one.key for one in checkpoints.entry_reads(file.tree, load.node) if one.is_required]
    """

    node: tree.Expression  # the item, or the call
    key: tree.Expression  # as it is written
    is_looked_for: bool  # whether the code asks whether this entry is there, or puts it there
    is_guarded: bool  # whether it has looked at the checkpoint before, or catches a KeyError
    is_of_this: bool  # whether it is always this checkpoint that is read, or one that was downloaded

    @property
    def is_required(self) -> bool:
        """Whether the code relies on finding the entry."""
        return not self.is_looked_for and not self.is_guarded


def entry_reads(syntax: tree.Tree, load: tree.Node) -> Iterator[EntryRead]:
    """The reads of entries of an expression's value, by the names that it is assigned to, or of a parameter's."""
    held = _held(syntax, load)
    places = dict(held)
    settled = {text for one in places for text in _settled(syntax, one)}
    asking = [test for one in places if (test := _test(syntax, one)) is not None]
    filled = min((one.start for one in places if _may_be_filled(syntax, one)), default=len(syntax.text))
    for one, is_of_this in held:
        above = syntax.parents.get(one)
        if isinstance(above, tree.Subscript) and above.value is one:
            if not _is_assigned(syntax, above):
                is_looked_for = syntax.text_of(above.index) in settled
                is_guarded = above.start > filled or _is_guarded(syntax, above, asking)
                yield EntryRead(above, above.index, is_looked_for, is_guarded, is_of_this)
            continue
        call = syntax.parents.get(above) if isinstance(above, tree.Attribute) else None
        if isinstance(above, tree.Attribute) and isinstance(call, tree.Call) and call.func is above and call.args:
            if above.attr in (_ASKING, _TAKING):
                key = call.args[0].value
                is_taken = above.attr == _TAKING and len(call.args) == 1
                is_looked_for = not is_taken or syntax.text_of(key) in settled
                is_guarded = call.start > filled or _is_guarded(syntax, call, asking)
                yield EntryRead(call, key, is_looked_for, is_guarded, is_of_this)


def is_alternative(syntax: tree.Tree, read: EntryRead) -> bool:
    """Whether an entry is read only where another one is missing: `saved["net"]` where `"model" in saved` is false.

    Example:
        needed = [one.key for one in reads if not checkpoints.is_alternative(file.tree, one)]
    """
    held = read.node.func if isinstance(read.node, tree.Call) else read.node
    name = tree.dotted(held.value) if isinstance(held, (tree.Attribute, tree.Subscript)) else None
    for outer, side in syntax.branches(read.node, tree.If, tree.Conditional).items():
        test = outer.test if isinstance(outer, (tree.If, tree.Conditional)) else None
        if not isinstance(test, tree.Compare) or len(test.ops) > 1 or tree.string_of(test.left) is None:
            continue
        inside = test.comparators[0]
        if isinstance(inside, tree.Call) and isinstance(inside.func, tree.Attribute) and inside.func.attr == "keys":
            inside = inside.func.value
        missing = {"in": "orelse", "not in": "body"}.get(test.ops[0])
        if name is not None and side == missing and tree.dotted(inside) == name:
            return True
    return False


def _held(syntax: tree.Tree, load: tree.Node) -> list[tuple[tree.Node, bool]]:
    """The expressions for what was loaded, each with whether it can be nothing else but what was downloaded."""
    if isinstance(load, tree.Parameter):
        names = (one for one in syntax.inside(syntax.parents[load], tree.Name) if one.id == load.name)
        return [(one, True) for one in names if _is_only(load, reaching_definitions(syntax, one))]
    found: list[tuple[tree.Node, bool]] = [(load, True)]
    for one in definitions_from(syntax, load):
        if isinstance(one.target, tree.Name):
            for use in uses(syntax, one.target):
                reaching = reaching_definitions(syntax, use)
                if any(its is not None and its.node is one.node for its in reaching):
                    others = [its for its in reaching if its is None or its.node is not one.node]
                    found.append((use, all(_is_downloaded(syntax, its, use) for its in others)))
        elif isinstance(one.target, tree.Attribute):
            around = syntax.above(load, tree.ClassDef) or syntax.scope(load)
            is_only = len(assignments_to(syntax, around, one.name)) == 1
            inside = syntax.inside(around, tree.Attribute)
            found += [(use, is_only) for use in inside if tree.dotted(use) == one.name and use is not one.target]
    return sorted(found, key=lambda pair: pair[0].start)


def _is_only(node: tree.Node, found: tuple[Definition | None, ...]) -> bool:
    return all(one is not None and one.node is node for one in found)


def _is_downloaded(syntax: tree.Tree, definition: Definition | None, use: tree.Node) -> bool:
    """Whether a checkpoint comes from the internet instead: `torch.hub.load_state_dict_from_url(url)`.

    Not where the use is under the condition of the download, once more: that is for what was downloaded.
    """
    call = definition.value if definition is not None else None
    if not isinstance(call, tree.Call) or not _DOWNLOADS.search(tree.last_name(call.func)):
        return False
    return _conditions(syntax, call).isdisjoint(_conditions(syntax, use))


def _conditions(syntax: tree.Tree, node: tree.Node) -> set[str]:
    return {
        syntax.text_of(one.test)
        for one in syntax.branches(node, tree.If, tree.Conditional)
        if isinstance(one, (tree.If, tree.Conditional))
    }


def _is_assigned(syntax: tree.Tree, entry: tree.Subscript) -> bool:
    """Whether an entry is given a value, or deleted, and not read."""
    return any(target is entry for _, target, _ in assigned(syntax.statement(entry)))


def _may_be_filled(syntax: tree.Tree, held: tree.Node) -> bool:
    """Whether code puts entries into the checkpoint that are not seen: `saved.update(more)`, `convert(saved)`."""
    above = syntax.parents.get(held)
    call = syntax.parents.get(above) if above is not None else None
    if not isinstance(call, tree.Call):
        return False
    if isinstance(above, tree.Attribute):
        return above.attr == _FILLING and call.func is above
    is_done_to_it = isinstance(above, tree.Argument) and isinstance(syntax.parents.get(call), tree.ExpressionStatement)
    return is_done_to_it and _CONVERTS.search(tree.last_name(call.func)) is not None


def _settled(syntax: tree.Tree, held: tree.Node) -> Iterator[str]:
    """The code for a key that is looked for or put there: `"ema"` of `"ema" in saved` and of `saved["ema"] = x`."""
    above = syntax.parents.get(held)
    if isinstance(above, tree.Subscript) and above.value is held and _is_assigned(syntax, above):
        yield syntax.text_of(above.index)
        return
    if isinstance(above, tree.Attribute) and above.attr == _ADDING:
        call = syntax.parents.get(above)
        yield from (syntax.text_of(one.value) for one in (call.args[:1] if isinstance(call, tree.Call) else ()))
    if isinstance(above, tree.Attribute) and above.attr == "keys":
        held = syntax.parents.get(above) or held
        above = syntax.parents.get(held)
    if isinstance(above, tree.Compare) and above.ops[0] in ("in", "not in") and above.comparators[0] is held:
        yield syntax.text_of(above.left)


def _test(syntax: tree.Tree, held: tree.Node) -> _Choice | None:
    """The `if` or `match` that asks what is in the checkpoint, or of what kind it is; `is not None` does not."""
    above = syntax.parents.get(held)
    is_presence = isinstance(above, tree.Compare) and above.ops[0] in ("is", "is not")
    around = syntax.above(held, tree.If, tree.Conditional, tree.Match, tree.FunctionDef)
    if isinstance(around, tree.Match):
        test = around.subject
    elif isinstance(around, (tree.If, tree.Conditional)) and not is_presence and around.test is not held:
        test = around.test
    else:
        return None
    return around if test.start <= held.start and held.end <= test.end else None


def _is_guarded(syntax: tree.Tree, read: tree.Node, asking: list[_Choice]) -> bool:
    """Whether a read comes after a look at what is in the checkpoint, or its failure is caught."""
    for outer, side in syntax.branches(read, tree.If, tree.Conditional, tree.Match, tree.Try, tree.With).items():
        if side and outer in asking:
            return True
        if isinstance(outer, tree.Try) and side == "body" and any(_catches(one.type) for one in outer.handlers):
            return True
        if isinstance(outer, tree.With) and side == "body" and any(map(_suppresses, outer.items)):
            return True
    around = set(syntax.around(read))
    for one in asking:
        if isinstance(one, tree.If) and one.end <= read.start and _leaves(one):
            if any(later in around for later in syntax.block(one)):
                return True
    return False


def _suppresses(item: tree.WithItem) -> bool:
    """Whether `contextlib.suppress` catches the lack of a key."""
    call = item.context
    is_suppress = isinstance(call, tree.Call) and tree.last_name(call.func) == "suppress"
    return is_suppress and isinstance(call, tree.Call) and any(_catches(one.value) for one in call.args)


def _catches(type_: tree.Expression | None) -> bool:
    """Whether a handler of these exceptions catches the lack of a key."""
    kinds = type_.elements if isinstance(type_, tree.Tuple) else [type_]
    return any(one is None or tree.last_part(one) in _OF_MISSING_KEYS for one in kinds)


def _leaves(choice: tree.If) -> bool:
    """Whether a branch ends the function or the pass of a loop, so that what follows is for other checkpoints."""
    last = (body[-1] for body in (choice.body, choice.orelse) if body)
    return any(isinstance(one, (tree.Return, tree.Continue, tree.Break)) for one in last)
