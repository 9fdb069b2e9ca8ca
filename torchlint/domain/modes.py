"""In which mode modules are, along the flow: in train mode when they are made, then in what they are switched to."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from torchlint.syntax import tree

Mode = Literal["train", "eval", "unclear"]
TRAIN: Final = "train"
EVAL: Final = "eval"
UNCLEAR: Final = "unclear"  # switched by code that can't be followed, or to a mode that depends on a value


class Switch(NamedTuple):
    """A mode, and what put a module in it: a call, the construction, or nothing that was seen."""

    mode: Mode
    node: tree.Node | None


Switches = frozenset[Switch]
NEVER_SEEN: Switches = frozenset((Switch(UNCLEAR, None),))


class Modes:
    """What may have switched each module last, by where the module was made."""

    __slots__ = ("_made", "apart", "shared", "switches")

    def __init__(self) -> None:
        self.switches: dict[tree.Node, Switches] = {}
        self._made: dict[tree.Node, tuple[tree.Node, ...]] = {}
        self.shared: set[tree.Node] = set()  # where several modules are made that nothing tells apart
        self.apart: set[tree.Node] = set()  # of those, the ones that were switched by themselves

    def copy(self) -> Modes:
        copied = Modes.__new__(Modes)  # often: without making what is replaced at once
        copied.switches = dict(self.switches)
        copied._made, copied.shared, copied.apart = self._made, self.shared, self.apart
        return copied

    def join(self, other: Modes) -> None:
        """What may hold whichever of two branches ran."""
        mine, others = self.switches, other.switches
        if mine == others:
            return
        for source in [*mine, *(s for s in others if s not in mine)]:
            a, b = mine.get(source), others.get(source)
            if a is b:
                continue
            if source in self._made:  # a branch that never made it says nothing
                mine[source] = (a or frozenset()) | (b or frozenset())
            else:
                mine[source] = (a or NEVER_SEEN) | (b or NEVER_SEEN)

    def of(self, source: tree.Node | None) -> Switches:
        return self.switches.get(source, NEVER_SEEN) if source is not None else NEVER_SEEN

    def make(self, source: tree.Node, chain: tuple[tree.Node, ...], mode: Mode) -> None:
        """A module is made; where others were made by way of other calls, what switches one is unclear for the rest."""
        if self._made.setdefault(source, chain) != chain:
            self.shared.add(source)
        self.switch(source, mode, source)

    def switch(self, source: tree.Node, mode: Mode, node: tree.Node | None) -> None:
        """Something put a module in a mode."""
        now = frozenset((Switch(mode, node),))
        if mode == UNCLEAR or source in self.shared:
            now |= self.of(source)
        self.switches[source] = now

    def put(self, source: tree.Node, switches: Switches) -> None:
        """A module is put back in the mode that it was in."""
        self.switches[source] = switches | self.of(source) if source in self.shared else switches


def mode_of(switches: Switches) -> Mode | Literal[""]:
    """The one mode that modules with such switches are in; empty where that is not certain."""
    modes = {switch.mode for switch in switches}
    return modes.pop() if modes in ({TRAIN}, {EVAL}) else ""
