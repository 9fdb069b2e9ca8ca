"""How many numbers a view leaves elsewhere than a permutation to the same shape would put them."""

from __future__ import annotations

from itertools import permutations
from typing import Any

from .. import budget, torch_state
from ..readable import weakly
from ..site import Site

MOST_DIMENSIONS = 6
MOST_NUMBERS = 1 << 16


class MisplacedNumbers(Site):
    """Looks at the shapes before and after: where a number ends up is a question of shapes alone."""

    looks_at = ("tensor", "at")

    def begin(self) -> None:
        self.facts = dict.fromkeys("checked unreadable misplaced numbers".split(), 0)
        self.facts.update(before=[], after=[])
        self._tensor: Any = weakly(None)

    def visit(self, role: str, value: Any) -> None:
        if role == "tensor":
            self._tensor = weakly(value)
            return
        before, self._tensor = self._tensor(), weakly(None)
        if not self.is_worth_a_look() or not budget.is_left():
            return
        with budget.counted():
            self._look(before, value)

    def _look(self, before: Any, after: Any) -> None:
        is_pair = torch_state.is_tensor(before) and torch_state.is_tensor(after)
        shapes = [list(each.shape) for each in (before, after)] if is_pair else [[], []]
        if not is_pair or not 0 < before.numel() <= MOST_NUMBERS or len(shapes[0]) > MOST_DIMENSIONS:
            self.facts["unreadable"] += 1
            return
        misplaced = _fewest_misplaced(*shapes)
        if misplaced is None:
            self.facts["unreadable"] += 1
            return
        self.facts["checked"] += 1
        self.facts["numbers"] += before.numel()
        if misplaced or not self.facts["before"]:
            self.facts.update(before=shapes[0], after=shapes[1])
        self.facts["misplaced"] += misplaced


def _fewest_misplaced(before: list[int], after: list[int]) -> int | None:
    """The fewest numbers out of place, over all permutations that could have been meant.

    None where there is none, or where only some of them move nothing: between equal sizes that can't be told.
    """
    torch = torch_state.torch
    with torch_state.undisturbed():
        lying = torch.arange(torch.Size(before).numel(), device="cpu")
        found = []
        identity = tuple(range(len(before)))
        for order in permutations(identity):
            moved = [before[dimension] for dimension in order]
            if order != identity and _can_become(moved, after):
                found.append(int((lying.reshape(before).permute(order).reshape(-1) != lying).sum()))
    return None if not found or (min(found) == 0 and max(found)) else min(found)


def _can_become(shape: list[int], after: list[int]) -> bool:
    """Whether a shape is another one with neighbours put together, and sizes of 1 left out or added."""
    left = [size for size in shape if size != 1]
    for wanted in after:
        product = 1
        while product < wanted and left:
            product *= left.pop(0)
        if product != wanted:
            return False
    return not left
