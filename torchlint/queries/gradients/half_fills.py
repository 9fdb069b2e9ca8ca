"""Fills with numbers that float16 does not hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.finding import Edit
from torchlint.knowledge.dtypes import dtype_spellings
from torchlint.knowledge.operations import spellings
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.gradients.autocast_contexts import autocast_around, only_leaves_autocast
from torchlint.queries.gradients.dtypes import dtype_of
from torchlint.queries.gradients.float_rounding import LARGEST_HALF
from torchlint.queries.gradients.settled_numbers import number_of
from torchlint.queries.memo import query
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What says that a program uses float16 for some of its numbers.
_MIXED = ("GradScaler", "fp16", *dtype_spellings("float16"))
# Words of which a project has one if anything runs it in float16, perhaps by a setting of a launcher or a trainer.
_MAY_BE_HALF = ("autocast", "half", "float16", "fp16", "precision", "apex", "accelerate", "deepspeed", "Trainer")


class LargeFill(CallView):
    """A `masked_fill` with a number outside float16's range."""

    __slots__ = ()

    @property
    def number(self) -> ExpressionView:
        """The number that is filled in."""
        return self.argument(1 if self.is_tensor_method else 2, "value") or self

    @property
    def filled(self) -> ExpressionView:
        """The tensor that is filled."""
        return self.operand or self

    @property
    def is_of_a_mask(self) -> bool:
        """Whether the filled tensor is itself compared with 0, so that it is probably an integer mask."""
        mask = self.argument(0 if self.is_tensor_method else 1, "mask")
        if mask is None or not isinstance(mask.node, tree.Compare):
            return False
        compared = {self.file.tree.text_of(n) for n in (mask.node.left, *mask.node.comparators)}
        return self.filled.code in compared and "0" in compared

    @property
    def smallest(self) -> tuple[Edit, ...]:
        """The edit that fills in the lowest number of the tensor's dtype; empty if the tensor is not a name."""
        if not isinstance(self.filled.node, (tree.Name, tree.Attribute)) or isinstance(
            self.number.node, (tree.Name, tree.Attribute)
        ):
            return ()
        code = f"({self.filled.code}.dtype).min"
        return self.writing("torch.finfo", lambda name: edits.replace(self.number.node, name + code))

    @property
    def meets_half(self) -> bool:
        """Whether the program uses float16 for some of its numbers, as far as its files show."""
        if self.file.analysis.mentions("autocast") and not only_leaves_autocast(self.file):
            return True
        return any(self.file.analysis.mentions(name) for name in _MIXED)

    @property
    def is_outside_autocast(self) -> bool:
        """Whether the code around it switches autocast off, so that scores may have been cast to float32."""
        around = autocast_around(self.file, self.node)
        return around is not None and not around.types

    @property
    def may_meet_bfloat16(self) -> bool:
        """Whether the program also mentions bfloat16, whose range is that of float32."""
        return any(self.file.analysis.mentions(name) for name in ("bf16", *dtype_spellings("bfloat16")))

    @property
    def is_trained_in_float32(self) -> bool:
        """Whether the project has its own training, and none of its files mentions anything that uses float16."""
        project = self.file.project_files
        if project is None or self.meets_half or not project.mentions("backward"):
            return False
        return not any(map(project.mentions, _MAY_BE_HALF))


@query
def large_fills(file: File) -> Iterator[LargeFill]:
    """Fills with numbers below float16's range, of tensors that may be float16, in source order."""
    for call in file.calls(*spellings("masked_fill", "masked_fill_")):
        view = LargeFill(file, call.node)
        number = number_of(view.number)
        if number is None or not -float("inf") < number < -LARGEST_HALF:
            continue
        if dtype_of(file, view.filled.node) in ("", "float16"):
            yield view
