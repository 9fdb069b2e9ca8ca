"""The train or eval mode of modules: train when constructed, then whatever they are switched to."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from torchlint.syntax import tree

Mode = Literal["train", "eval", "unclear"]
TRAIN: Final = "train"
EVAL: Final = "eval"
UNCLEAR: Final = "unclear"  # switched by code that can't be followed, or to a mode that depends on a value


class Switch(NamedTuple):
    """A mode, and what put a module in it: a call, the constructor, or unknown code."""

    mode: Mode
    node: tree.Node | None


Switches = frozenset[Switch]
NEVER_SEEN: Switches = frozenset((Switch(UNCLEAR, None),))


class Modes:
    """What may have switched each module last, by where the module was constructed."""

    __slots__ = ("_made", "apart", "shared", "switches")

    def __init__(self) -> None:
        self.switches: dict[tree.Node, Switches] = {}
        self._made: dict[tree.Node, tuple[tree.Node, ...]] = {}
        self.shared: set[tree.Node] = set()  # where several modules are made that nothing tells apart
        self.apart: set[tree.Node] = set()  # of those, the ones that were switched by themselves

    def copy(self) -> Modes:
        """A copy that can change independently."""
        copied = Modes.__new__(Modes)  # called often, so `__init__` is skipped
        copied.switches = dict(self.switches)
        copied._made, copied.shared, copied.apart = self._made, self.shared, self.apart
        return copied

    def join(self, other: Modes) -> None:
        """Join with the modes after another branch."""
        mine, others = self.switches, other.switches
        if mine == others:
            return
        for source in [*mine, *(s for s in others if s not in mine)]:
            a, b = mine.get(source), others.get(source)
            if a is b:
                continue
            if source in self._made:  # the other branch never constructed it
                mine[source] = (a or frozenset()) | (b or frozenset())
            else:
                mine[source] = (a or NEVER_SEEN) | (b or NEVER_SEEN)

    def of(self, source: tree.Node | None) -> Switches:
        """What may have switched the module constructed here last."""
        return self.switches.get(source, NEVER_SEEN) if source is not None else NEVER_SEEN

    def make(self, source: tree.Node, chain: tuple[tree.Node, ...], mode: Mode) -> None:
        """A module is constructed; if other calls construct modules here, too, the modes of those become unclear."""
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
        """Restore a module's earlier mode."""
        self.switches[source] = switches | self.of(source) if source in self.shared else switches


def mode_of(switches: Switches) -> Mode | Literal[""]:
    """The mode of modules with these switches; empty if it is not certain."""
    modes = {switch.mode for switch in switches}
    return modes.pop() if modes in ({TRAIN}, {EVAL}) else ""
