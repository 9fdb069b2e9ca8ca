"""Settings for reproducible results: cuDNN's flags, and the seeds of random generators."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.operations import full_names
from torchlint.knowledge.torch_api import canonical
from torchlint.queries.file import ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_BENCHMARK = "torch.backends.cudnn.benchmark"
_DETERMINISTIC = "torch.backends.cudnn.deterministic"
_ALGORITHMS = "torch.use_deterministic_algorithms"
_BRANCHES = (tree.If, tree.Try, tree.Match)


class CudnnSwitch(View):
    """`cudnn.benchmark = True` in a program that also asks for deterministic algorithms."""

    __slots__ = ("wanted",)

    def __init__(self, file: File, node: tree.Assign, wanted: tree.Node) -> None:
        super().__init__(file, node)
        object.__setattr__(self, "wanted", View(file, wanted))

    node: tree.Assign  # the assignment to `benchmark`
    wanted: View  # where deterministic algorithms are asked for

    @property
    def given(self) -> View:
        """The value that is assigned to `benchmark`."""
        return View(self.file, self.node.value)

    @property
    def is_in_one_function(self) -> bool:
        """Whether the same function, or the top level, sets both."""
        return self.function == self.wanted.function


@query
def cudnn_conflicts(file: File) -> Iterator[CudnnSwitch]:
    """Places that enable `benchmark` although `deterministic` is enabled and neither is disabled, in source order."""
    assigned: dict[str, list[tree.Assign]] = {_BENCHMARK: [], _DETERMINISTIC: []}
    for node in file.tree.all(tree.Assign):
        for target in node.targets:
            if isinstance(target, tree.Attribute) and target.attr in ("benchmark", "deterministic"):
                assigned.get(file.names.spelled_out(target), []).append(node)
    benchmarks, wanted = assigned[_BENCHMARK], [*assigned[_DETERMINISTIC]]
    others = [node for node in (*benchmarks, *wanted) if not tree.is_true(node.value)]
    benchmarks = [node for node in benchmarks if node not in others]
    calls = (call for call in file.tree.all(tree.Call) if len(call.args) == 1 and tree.is_true(call.args[0].value))
    demands = [
        *(node for node in wanted if node not in others),
        *(call for call in calls if file.names.spelled_out(call.func) == _ALGORITHMS),
    ]
    for benchmark in benchmarks:
        asked = demands or _calls_that_demand(file, benchmark)
        if not all(_exclude_each_other(file, benchmark, other) for other in others):
            continue  # set by a configuration, or switched off again
        beside = [demand for demand in asked if not _exclude_each_other(file, benchmark, demand)]
        together = [demand for demand in beside if CudnnSwitch(file, benchmark, demand).is_in_one_function]
        if beside and not any(_is_repeated_by(file, benchmark, later) for later in benchmarks):
            yield CudnnSwitch(file, benchmark, (together or beside)[0])


def _calls_that_demand(file: File, benchmark: tree.Assign) -> list[tree.Call]:
    """The calls before an assignment, in the same function, of what asks for deterministic algorithms."""
    scope = file.tree.scope(benchmark)
    calls = (call for call in file.tree.all(tree.Call) if call.end < benchmark.start)
    return [call for call in calls if file.tree.scope(call) is scope and _demands(file, call)]


def _demands(file: File, call: tree.Call) -> bool:
    """Whether a call leads to a function of the project's that sets `cudnn.deterministic = True`."""
    return any(
        tree.is_true(node.value) and (tree.dotted(target) or "").endswith("cudnn.deterministic")
        for function in file.facts.functions.get(call, ())
        for node in tree.walk(function.node)
        if isinstance(node, tree.Assign)
        for target in node.targets
    )


def _is_repeated_by(file: File, one: tree.Assign, later: tree.Assign) -> bool:
    """Whether a later statement of the same function says the same again, on every way that leads past the first."""
    if later.start <= one.start or View(file, one).function != View(file, later).function:
        return False
    mine, others = file.tree.branches(one, *_BRANCHES), file.tree.branches(later, *_BRANCHES)
    return all(mine.get(statement) == branch or _always(statement) for statement, branch in others.items())


def _always(statement: tree.Node) -> bool:
    """Whether a statement is `if True`."""
    return isinstance(statement, tree.If) and tree.is_true(statement.test)


def _exclude_each_other(file: File, one: tree.Node, other: tree.Node) -> bool:
    """Whether two pieces of code are in different branches of the same statement."""
    mine, others = file.tree.branches(one, *_BRANCHES), file.tree.branches(other, *_BRANCHES)
    return any(mine[statement] != others[statement] for statement in mine.keys() & others.keys())


class OtherSeed(View):
    """A call that seeds one generator with another seed than the calls beside it use."""

    __slots__ = ("beside",)

    def __init__(self, file: File, node: tree.Call, beside: tree.Call) -> None:
        super().__init__(file, node)
        object.__setattr__(self, "beside", beside)

    node: tree.Call  # the call that seeds
    beside: tree.Call  # the first call with the other seed

    @property
    def seed(self) -> ExpressionView:
        """The seed argument."""
        return ExpressionView(self.file, self.node.args[0].value)

    @property
    def other(self) -> ExpressionView:
        """The seed that the other calls use."""
        return ExpressionView(self.file, self.beside.args[0].value)

    @property
    def others(self) -> View:
        """The first of the other calls."""
        return View(self.file, self.beside)


@query
def other_seeds(file: File) -> Iterator[OtherSeed]:
    """Calls that seed with their own literal beside calls that use another seed, in source order."""
    blocks: dict[tree.Node | None, list[tree.Call]] = {}
    for call in file.tree.all(tree.Call):
        if len(call.args) == 1 and not call.args[0].star and seeded_generator(file, call):
            function = file.tree.above(call, tree.FunctionDef, tree.Lambda, tree.Loops[0], tree.Loops[1])
            blocks.setdefault(function, []).append(call)
    for calls in blocks.values():
        texts = [file.tree.text_of(call.args[0].value) for call in calls]
        first = calls[max(range(len(calls)), key=lambda at: (texts.count(texts[at]), -at))]  # what most are given
        if len({seeded_generator(file, call) for call in calls}) < len(calls):
            continue  # only one generator is seeded again, for another purpose
        for call in calls:
            if _is_other(first.args[0].value, call.args[0].value) and not _exclude_each_other(file, first, call):
                yield OtherSeed(file, call, first)


def seeded_generator(file: File, call: tree.Call) -> str:
    """The function that a call seeds a global generator with, by its documented name; empty for any other call."""
    name = canonical(file.names.spelled_out(call.func))
    is_seed = name in ("random.seed", "numpy.random.seed") or name in full_names("seed", of="torch.random")
    return name if is_seed else ""


def _is_other(one: tree.Expression, other: tree.Expression) -> bool:
    """Whether one seed is a literal, and the other another literal, a variable, or an entry of the settings."""
    if not isinstance(other, tree.Constant):
        return isinstance(one, tree.Constant) and _is_variable(other)
    return one.value != other.value if isinstance(one, tree.Constant) else _is_variable(one)


def _is_variable(node: tree.Expression) -> bool:
    """Whether an expression is `seed`, `args.seed`, `params["seed"]`, or a number that is made of these."""
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "int" and len(node.args) == 1:
        return _is_variable(node.args[0].value)
    if isinstance(node, tree.Subscript):
        return tree.dotted(node.value) is not None
    return tree.dotted(node) is not None
