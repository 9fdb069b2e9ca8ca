"""Means over the positions of sequences that were filled up to one length."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import MAYBE, NO, YES
from torchlint.queries import CallView, data
from torchlint.queries.gradients import uncopied
from torchlint.queries.modules import first_result_of
from torchlint.syntax import tree

from .detect_texts import are_several

if TYPE_CHECKING:
    from torchlint.queries import File

_UNPACK = "torch.nn.utils.rnn.pad_packed_sequence"
_LAST = "last_hidden_state"


@dataclass(frozen=True, slots=True, eq=False)
class MeanOverPadding(CallView):
    """A mean over positions, some of which are padding."""

    node: tree.Call
    padded: CallView  # the call that fills up the sequences
    level: int  # whether there are several of them, or one is filled up, too

    @property
    def is_certain(self) -> bool:
        """Whether there is padding whatever the program is run with."""
        return self.level == YES

    @property
    def is_of_one_sequence(self) -> bool:
        """Whether nothing is filled up, since there is one text only."""
        return self.level == NO

    @property
    def advice(self) -> str:
        """What to write instead."""
        return (
            "divide the sum by the lengths"
            if _is_unpacking(self.padded) or _pads_with_zeros(self.padded)
            else "average only where `attention_mask` is 1"
        )


def means_over_padding(file: File) -> Iterator[MeanOverPadding]:
    """Each of them, in source order."""
    for node in file.tree.all(tree.Call):
        if tree.last_name(node.func) != "mean":
            continue
        call = CallView(file, node)
        found = _of_packed(file, call) or _of_model(file, call) or _of_embedding(file, call)
        if found is not None:
            yield found


def what_is_averaged(call: CallView) -> tuple[tree.Node, str] | None:
    """What `x.mean(1)` or `torch.mean(x, dim=1)` averages, and over which dimension."""
    is_function = any(name.startswith("torch.") for name in call.spelled)
    what = call.argument(0, "input") if is_function else call.receiver
    dim = call.argument(1 if is_function else 0, "dim") or call.argument(-1, "axis")
    return (what.node, dim.text) if what is not None and dim is not None else None


def _of_packed(file: File, call: CallView) -> MeanOverPadding | None:
    """A mean over what `pad_packed_sequence` gives: 0 behind the end of each sequence."""
    averaged = what_is_averaged(call)
    made = first_result_of(file.tree, averaged[0]) if averaged is not None else None
    if averaged is None or made is None or not _is_unpacking(CallView(file, made)):
        return None
    first = CallView(file, made).argument(1, "batch_first")
    times = ("1", "-2") if first is not None and first.is_literally is True else ("0",) if first is None else ()
    return MeanOverPadding(file, call.node, CallView(file, made), YES) if averaged[1] in times else None


def _of_embedding(file: File, call: CallView) -> MeanOverPadding | None:
    """A mean over what an Embedding with `padding_idx` gives: 0 for the padding, which is counted all the same."""
    averaged = what_is_averaged(call)
    if averaged is None or averaged[1] not in ("1", "-2"):
        return None
    made = resolved_expression(file.tree, averaged[0])
    owner = file.tree.above(call.node, tree.ClassDef)
    name = (tree.dotted(made.func) or "") if isinstance(made, tree.Call) else ""
    if owner is None or not name.startswith("self."):
        return None
    given = [one.value for one in assignments_to(file.tree, owner, name)]
    if len(given) != 1 or not isinstance(given[0], tree.Call) or not _pads_with_zeros(CallView(file, given[0])):
        return None
    return MeanOverPadding(file, call.node, CallView(file, given[0]), MAYBE)


def _pads_with_zeros(call: CallView) -> bool:
    """Whether a call makes an Embedding that knows which number is the padding."""
    given = call.argument(2, "padding_idx")
    return "torch.nn.Embedding" in call.spelled and given is not None and given.is_literally is not None


def _is_unpacking(call: CallView) -> bool:
    return _UNPACK in call.spelled


def _of_model(file: File, call: CallView) -> MeanOverPadding | None:
    """A mean over the words that a model of transformers was given by a tokenizer that pads."""
    averaged = what_is_averaged(call)
    if averaged is None or averaged[1] not in ("1", "-2"):
        return None
    model = _call_of_model(file, averaged[0])
    padded = _tokenizer_call(file, model) if model is not None else None
    if padded is None:
        return None
    return MeanOverPadding(file, call.node, padded, are_several(file, padded, call))


def _call_of_model(file: File, states: tree.Node) -> tree.Call | None:
    """The call of which states are `last_hidden_state`, the first output, or one of `hidden_states`."""
    states = uncopied(file, states)
    made: tree.Node | None = first_result_of(file.tree, states)
    if isinstance(states, tree.Subscript) and isinstance(states.index, tree.Constant):
        is_last = states.index.value in (0, _LAST)
        made = resolved_expression(file.tree, states.value) if is_last else made
    if isinstance(states, tree.Subscript) and tree.last_name(states.value) == "hidden_states":
        states = states.value
    if isinstance(states, tree.Attribute) and states.attr in (_LAST, "hidden_states"):
        made = resolved_expression(file.tree, states.value)
    return made if isinstance(made, tree.Call) else None


def _tokenizer_call(file: File, model: tree.Call) -> CallView | None:
    """The call of a tokenizer, padding, that made what a model is given: `**batch` or `batch["input_ids"]`."""
    for argument in model.args:
        given = _without_moves(file, argument.value) if argument.star == "**" else None
        if isinstance(given, tree.Call) and _pads(CallView(file, given)):
            return CallView(file, given)
        if not argument.star and (ids := data.padded_ids(file, argument.value)) is not None:
            return ids
    return None


def _without_moves(file: File, batch: tree.Node) -> tree.Node:
    """What a batch was before it was moved: `batch` of `{k: v.to(device) for k, v in batch.items()}`."""
    batch = uncopied(file, batch)
    if isinstance(batch, tree.Comprehension) and batch.kind == "dict" and len(batch.clauses) == 1:
        items = batch.clauses[0].iter
        if isinstance(items, tree.Call) and isinstance(items.func, tree.Attribute) and items.func.attr == "items":
            return uncopied(file, items.func.value)
    return batch


def _pads(call: CallView) -> bool:
    """Whether a tokenizer is called, and told to fill up."""
    padding = call.argument(-1, "padding")
    is_tokenizer = "tok" in tree.last_name(call.node.func).lower() or call.method in (
        "batch_encode_plus",
        "encode_plus",
    )
    return is_tokenizer and padding is not None and padding.is_literally in (True, "longest", "max_length")
