"""The live cells of a session: what ran, in this order, each cell as it was when it ran for the last time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class LiveCell:
    """The text of a cell and its number, that of `In [3]`."""

    number: int
    text: str


class History:
    """What ran in a shell.

    Front ends that send a cell's id, as Jupyter and VS Code do, let a cell that was edited and run again replace what
    it was before. Without one, only a cell with the same text is known to be the same.
    """

    def __init__(self, shell: Any) -> None:
        self._shell = shell
        self._ids: dict[int, str] = {}  # by number

    @property
    def next(self) -> int:
        """The number of the cell that is about to run."""
        return len(self._shell.history_manager.input_hist_raw)

    def note(self, info: Any) -> None:
        """Remember which cell is about to run."""
        if info.store_history and (cell_id := getattr(info, "cell_id", None)):
            self._ids[self.next] = cell_id

    def before(self, number: int) -> list[LiveCell]:
        """The live cells that ran before the one with a number, without what that one was earlier."""
        raw = self._shell.history_manager.input_hist_raw[1:number]
        latest = {text: each for each, text in enumerate(raw, 1)}  # the number of the last run
        by_id = {cell_id: each for each, cell_id in sorted(self._ids.items()) if each <= number}
        return [
            LiveCell(each, text)
            for each, text in enumerate(raw, 1)
            if latest[text] == each and by_id.get(self._ids.get(each, ""), each) == each
        ]
