"""Labels that are masked by the id of the padding, in programs that pad with the end of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView, View
from torchlint.queries.gradients import folded
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_PADDING = frozenset(("pad_token", "pad_token_id"))
_END = frozenset(("eos_token", "eos_token_id"))
_COLLATOR = "transformers.DataCollatorForLanguageModeling"
_IGNORED = -100  # the default of cross_entropy's `ignore_index`


@dataclass(frozen=True, slots=True, eq=False)
class MaskView(ExpressionView):
    """A comparison with the padding's id, where the labels become -100, or the collator that does so."""

    padding: View  # the assignment that makes the end of text the padding
    is_collator: bool  # whether a class of transformers masks the labels
    is_sure: bool  # whether that always happens


def masked_labels(file: File) -> Iterator[MaskView]:
    """Comparisons by which each end of text is ignored in labels, in source order; none unless texts get an end."""
    padding: dict[str, tree.Node] = {name: one for one in file.tree.all(tree.Assign) if (name := _padded_with_end(one))}
    padding |= {name: one for one in file.tree.calls_named("add_special_tokens") if (name := _added_as_padding(one))}
    if not padding:
        return
    ends_here = _ends_texts(file.tree)
    if not ends_here and not _ends_texts_elsewhere(file):
        return
    comparing: tuple[tree.Compare | tree.Call, ...] = (
        *file.tree.all(tree.Compare),
        *file.tree.calls_named("eq"),
        *file.tree.calls_named("ne"),
    )
    compared = ((one, _tokenizer_of(file, one), False) for one in comparing)
    collators = ((call.node, _tokenizer_given(call), True) for call in file.named_calls(_COLLATOR))
    for node, name, is_collator in sorted((*compared, *collators), key=lambda found: found[0].start):
        if name in padding and (is_collator or _is_ignored(file, node)):
            if _is_made_elsewhere(file, node, name, padding[name]):
                continue  # another tokenizer of that name
            assignment = padding[name]
            is_sure = ends_here and not isinstance(file.tree.above(assignment, tree.If, *tree.Scope), tree.If)
            yield MaskView(file, node, View(file, assignment), is_collator, is_sure)


def _is_made_elsewhere(file: File, node: tree.Node, name: str, assignment: tree.Node) -> bool:
    """Whether the tokenizer that is used here comes from a function of the file that has nothing to do with another."""
    used = next((one for one in tree.walk(node) if isinstance(one, tree.Name) and one.id == name), None)
    made = resolved_expression(file.tree, used) if used is not None else None
    functions = file.facts.functions.get(made, set()) if isinstance(made, tree.Call) else set()
    setter = file.tree.scope(assignment)
    if not functions or not isinstance(setter, tree.FunctionDef) or setter is file.tree.scope(node):
        return False
    texts = [file.tree.text_of(one.node) if file.holds(one.node) else setter.name for one in functions]
    return not any(setter.name in text for text in texts)


def _padded_with_end(assignment: tree.Assign) -> str:
    """The tokenizer in `tokenizer.pad_token = tokenizer.eos_token`, without what holds it; empty for anything else."""
    value = assignment.value
    if not isinstance(value, tree.Attribute) or value.attr not in _END:
        return ""
    padded = [one for one in assignment.targets if isinstance(one, tree.Attribute) and one.attr in _PADDING]
    return tree.last_name(value.value) if padded else ""


def _added_as_padding(call: tree.Call) -> str:
    """The same for `tokenizer.add_special_tokens({"pad_token": tokenizer.eos_token})`."""
    given = tree.positional(call, 0)
    pairs = zip(given.keys, given.values) if isinstance(given, tree.Dict) else ()
    values = [value for key, value in pairs if tree.string_of(key) == "pad_token"]
    value = values[0] if values else None
    return tree.last_name(value.value) if isinstance(value, tree.Attribute) and value.attr in _END else ""


def _tokenizer_of(file: File, compared: tree.Compare | tree.Call) -> str:
    """The tokenizer with whose `pad_token_id` something is compared, without what holds it."""
    if isinstance(compared, tree.Call):
        others = [argument.value for argument in compared.args]
    else:
        others = [compared.left, compared.comparators[0]] if compared.ops in (["=="], ["!="]) else []
    sides = (resolved_expression(file.tree, side) for side in others)
    ids = [side for side in sides if isinstance(side, tree.Attribute) and side.attr == "pad_token_id"]
    return tree.last_name(ids[0].value) if ids else ""


def _is_equality(compared: tree.Node) -> bool:
    """Whether a comparison is true where both are equal: `==`, `eq`."""
    if isinstance(compared, tree.Call):
        return tree.last_name(compared.func) == "eq"
    return isinstance(compared, tree.Compare) and compared.ops == ["=="]


def _tokenizer_given(call: CallView) -> str:
    """The tokenizer of a collator for causal language models, which ignores its padding in the labels."""
    tokenizer, masked = call.argument(0, "tokenizer"), call.argument(1, "mlm")
    is_causal = masked is not None and masked.is_literally is False
    return tree.last_name(tokenizer.node) if tokenizer is not None and is_causal else ""


def _is_ignored(file: File, compared: tree.Node) -> bool:
    """Whether -100 takes the place of what is compared: by an index, `masked_fill`, `where`, or `if ... else`."""
    above = file.tree.parents.get(compared)
    if isinstance(above, tree.Conditional) and above.test is compared:
        taken = above.body if _is_equality(compared) else above.orelse
        return folded(file, taken) == _IGNORED
    statement = file.tree.statement(compared)
    if isinstance(above, tree.Subscript) and isinstance(statement, tree.Assign) and above in statement.targets:
        return folded(file, statement.value) == _IGNORED
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    if not isinstance(call, tree.Call) or not has_column(tree.last_name(call.func), "choice"):
        return False
    return any(folded(file, argument.value) == _IGNORED for argument in call.args)


def _ends_texts_elsewhere(file: File) -> bool:
    """Whether another file of the project does so, such as one that prepares the data."""
    files = file.project_files
    others = (
        [place for place in files.files_mentioning("eos_token") if place != file.place] if files is not None else []
    )
    return files is not None and any(map(_ends_texts, files.trees_near(file.place, others)))


def _ends_texts(syntax: tree.Tree) -> bool:
    """Whether a file puts the end of text behind its texts, so that it could be learnt."""
    for node in syntax.all(tree.Attribute):
        if node.attr not in _END:
            continue
        above = syntax.parents.get(node)
        while isinstance(above, (tree.List, tree.Tuple, tree.Argument, tree.Conditional)):
            above = syntax.parents.get(above)
        is_added = isinstance(above, (tree.BinaryOp, tree.AugmentedAssign)) and above.op == "+"
        appends = isinstance(above, tree.Call) and tree.last_name(above.func) in ("append", "extend", "format")
        if is_added or appends or isinstance(above, tree.FormattedString):
            return True
    keywords = (one for one in syntax.all(tree.Argument) if one.keyword == "add_eos_token")
    return any(tree.is_true(one.value) for one in keywords)
