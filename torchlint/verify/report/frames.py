"""The call tree of sampled stacks, with the number of samples of each frame."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

# Where installed packages and Python's own are.
_INSTALLED = re.compile(r"[/\\](site-packages|dist-packages|lib[/\\]python\d[\w.]*)[/\\]|^<", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Frame:
    """A line of a function, as a stack names it."""

    file: str
    function: str
    line: int

    @property
    def is_users(self) -> bool:
        """Whether the code is neither Python's nor installed."""
        return not _INSTALLED.search(self.file)

    @property
    def place(self) -> str:
        """The file's name and the line."""
        return f"{os.path.basename(self.file)}:{self.line}"


@dataclass(slots=True)
class Node:
    """A frame below one stack of callers, with the samples in it and in its callees."""

    frame: Frame
    samples: int = 0
    callees: dict[Frame, Node] = field(default_factory=dict)

    def depth(self) -> int:
        """How many frames lie on each other at most, this one included."""
        return max(depth for _, depth in self.walk(1))

    def walk(self, depth: int = 0) -> Iterator[tuple[Node, int]]:
        """The node and all nodes below, each with its depth."""
        pending = [(self, depth)]
        while pending:
            node, below = pending.pop()
            yield node, below
            pending += [(callee, below + 1) for callee in node.callees.values()]


ALL = Frame("", "all", 0)


def tree_of(stacks: Mapping[str, int]) -> Node:
    """The tree of folded stacks: `file:function:line;...`, the outermost first. The import system is left out."""
    root = Node(ALL)
    for stack, samples in sorted(stacks.items()):
        root.samples += samples
        node = root
        for frame in frames_of(stack):
            node = node.callees.setdefault(frame, Node(frame))
            node.samples += samples
    return root


def frames_of(stack: str) -> list[Frame]:
    """The frames of a folded stack, without those of Python's import system."""
    frames = [frame_of(part) for part in stack.split(";") if part]
    return [frame for frame in frames if not frame.file.startswith("<frozen ")]


def frame_of(part: str) -> Frame:
    """One part of a folded stack."""
    file, _, rest = part.rpartition(":")
    file, _, function = file.rpartition(":")
    return Frame(file, function, int(rest)) if rest.isdecimal() and file else Frame(part, "?", 0)


def own_lines(stacks: Mapping[str, int]) -> dict[Frame, int]:
    """The samples for each line of the user's code that ran, or waited for what it had called; most first."""
    found: dict[Frame, int] = {}
    for stack, samples in stacks.items():
        innermost = next((frame for frame in reversed(frames_of(stack)) if frame.is_users), None)
        if innermost is not None:
            found[innermost] = found.get(innermost, 0) + samples
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0].file, item[0].line, item[0].function)))
