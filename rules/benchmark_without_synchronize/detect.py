"""What rules see of code that takes the time of a model: two readings of a clock, and what is between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reads_after
from torchlint.finding import Edit
from torchlint.knowledge.naming_conventions import ACCELERATORS
from torchlint.knowledge.torch_api import fact
from torchlint.queries import CallView, ExpressionView, View, modules
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries import File

_CLOCKS = ("time.time", "time.perf_counter", "time.monotonic", "time.time_ns", "time.perf_counter_ns")
# Functions and methods after which nothing has to wait.
_PLAIN = frozenset("range enumerate zip len tuple list dict tqdm append backward zero_grad".split())
_WAIT = "if torch.cuda.is_available(): torch.cuda.synchronize()"


@dataclass(frozen=True, slots=True, eq=False)
class TimingView(View):
    """The second reading of a clock."""

    begin: tree.Node  # the statement of the first
    end: tree.Node  # the statement of the second
    timed: CallView

    @property
    def waiting(self) -> tuple[Edit, ...]:
        """The edits that wait for the GPU before both readings; none where a statement shares its line."""
        torch = edits.spelling(self.file.tree, "torch", self.node.start)
        if torch is None or torch != ("torch", ()):
            return ()
        first = edits.before(self.file.tree, self.begin, _WAIT)
        second = edits.before(self.file.tree, self.end, _WAIT)
        return (*first, *second) if first and second else ()


def timings(file: File) -> Iterator[TimingView]:
    """Readings of a clock around nothing but a model's work, in the same block, in source order."""
    reads = {call.node for call in file.named_calls(*_CLOCKS)}
    forwards = {fact.node for fact in file.facts.forwards}
    for read in sorted(reads, key=lambda node: node.start):
        begin = file.tree.parents.get(read)
        if not isinstance(begin, tree.Assign) or not isinstance(begin.targets[0], tree.Name):
            continue
        block = file.tree.block(begin)
        later = block[block.index(begin) + 1 :] if begin in block else []
        end = next((s for s in later if not reads.isdisjoint(tree.walk(s))), None)
        between = later[: later.index(end)] if end is not None else []
        if end is None or not between or not _subtracts(file, begin, begin.targets[0]):
            continue
        second = next(n for n in tree.walk(end) if n in reads)
        if isinstance(end, tree.Loops) or any(n in forwards for n in tree.walk(end)):
            continue  # read inside of something
        timed = [n for s in between for n in tree.walk(s) if n in forwards]
        if timed and not any(_may_wait(file, n, forwards) for s in between for n in tree.walk(s)):
            timed_call = timed[0]
            assert isinstance(timed_call, tree.Call)
            yield TimingView(file, second, begin, end, CallView(file, timed_call))


def _subtracts(file: File, begin: tree.Node, name: tree.Name) -> bool:
    """Whether the first reading is taken from something further down."""
    reads = ((read, file.tree.parents.get(read)) for read in reads_after(file.tree, name, begin))
    return any(isinstance(above, tree.BinaryOp) and above.op == "-" and above.right is read for read, above in reads)


def _may_wait(file: File, node: tree.Node, forwards: set[tree.Call]) -> bool:
    """Whether a piece of code may make the host wait for the GPU, as far as is known."""
    if isinstance(node, (tree.If, tree.While, tree.Assert, tree.Conditional, tree.FormattedString, tree.Await)):
        return True
    if not isinstance(node, tree.Call):
        return False
    if node in forwards:  # a class of the user's may say itself what a call does: give back arrays, say
        return modules.is_called_otherwise(ExpressionView(file, node.func))
    if isinstance(node.func, tree.Name) and node.func.id in _PLAIN:
        return False
    if isinstance(node.func, tree.Attribute) and node.func.attr in _PLAIN:
        return False
    names = file.names.spelled(node) or file.facts.callees.get(node, set())
    known = [fact(name) for name in names]
    return not known or any(one is None or one.sync or one.kind == "loader" for one in known)


def names_an_accelerator(file: File) -> bool:
    """Whether the file speaks of anything but the CPU, in code or in a text."""
    return any(word in file.text for word in ACCELERATORS)
