"""What rules see of code that takes the time of a model: two readings of a clock, and what is between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import changed_in, reads_after
from torchlint.finding import Edit
from torchlint.knowledge.call_names import CLOCKS
from torchlint.knowledge.naming_conventions import ACCELERATORS
from torchlint.knowledge.torch_api import fact
from torchlint.queries import ExpressionView, View, file_around, modules
from torchlint.syntax import edits, tree

from . import detect_methods, detect_products

if TYPE_CHECKING:
    from torchlint.queries import File

# Functions and methods after which nothing has to wait.
_PLAIN = frozenset("range enumerate zip len tuple list dict tqdm append backward zero_grad".split())
# About a thousand launches fit into a GPU's queue. Then each waits for one to be done, so the time of many is right.
_FEW = 100
_ASKS_FOR_KIND = ("isinstance", "hasattr", "callable")
_CONTAINERS = frozenset(("list", "tuple", "dict"))
_SCALARS = frozenset(("number", "none"))
_WAIT = "if torch.cuda.is_available(): torch.cuda.synchronize()"


@dataclass(frozen=True, slots=True, eq=False)
class TimingView(View):
    """The second reading of a clock."""

    begin: tree.Node  # the statement of the first
    end: tree.Node  # the statement of the second
    timed: ExpressionView
    is_sure: bool  # whether a forward is timed; a method of another name may wait itself

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
    reads = {call.node for call in file.named_calls(*CLOCKS)}
    forwards = {fact.node for fact in file.facts.forwards} if reads else set()
    for read in sorted(reads, key=lambda node: node.start):
        begin = file.tree.parents.get(read)
        if not isinstance(begin, tree.Assign) or not isinstance(begin.targets[0], tree.Name):
            continue
        later = _following(file, begin)
        end = next((s for s in later if not reads.isdisjoint(tree.walk(s))), None)
        between = later[: later.index(end)] if end is not None else []
        if end is None or not between or not _subtracts(file, begin, begin.targets[0]):
            continue
        second = next(n for n in tree.walk(end) if n in reads)
        if isinstance(end, tree.Loops) or any(n in forwards for n in tree.walk(end)):
            continue  # read inside an expression
        before = (n for n in tree.walk(end) if isinstance(n, tree.Call) and n.end <= second.start)
        if any(_may_wait(file, n, forwards) for n in before):
            continue  # `if number > 0:` waits, and then reads the clock
        timed = _unfinished(file, between, forwards)
        method = None if timed is not None else _method_of_model(file, between, forwards)
        if (found := timed or method) is not None:
            yield TimingView(file, second, begin, end, file.value(found), is_sure=timed is not None)


@dataclass(frozen=True, slots=True, eq=False)
class TimedByMagic(ExpressionView):
    """A model's work at the end of code of a notebook that `%time` or `%timeit` takes the time of."""

    is_sure: bool


def timed_by_magic(file: File) -> Iterator[TimedByMagic]:
    """One for each magic of a notebook that times nothing but a model's work, in source order."""
    forwards = {fact.node for fact in file.facts.forwards} if file.timed else set()
    for span, passes in file.timed:
        run = {one for one in file.tree.nodes if span.start <= one.start and one.end <= span.end}
        outer = [one for one in file.tree.nodes if one in run and file.tree.parents.get(one) not in run]
        timed = _unfinished(file, outer, forwards)
        method = None if timed is not None else _method_of_model(file, outer, forwards)
        if (found := timed or method) is not None:
            yield TimedByMagic(file, found, is_sure=timed is not None and 0 < passes <= _FEW)


def _following(file: File, begin: tree.Node) -> list[tree.Node]:
    """What runs after a statement: the rest of its block, or all up to an `if` with the same test as that around it."""
    around, block = file.tree.parents.get(begin), file.tree.block(begin)
    later = block[block.index(begin) + 1 :] if begin in block else []
    if later or not isinstance(around, tree.If) or begin not in around.body or not _is_plain_test(file, around):
        return later
    outer = file.tree.block(around)
    names = {name.id for name in tree.walk(around.test) if isinstance(name, tree.Name)}
    for statement in outer[outer.index(around) + 1 :] if around in outer else []:
        if isinstance(statement, tree.If) and _is_plain_test(file, statement):
            if _text(file, statement.test) == _text(file, around.test):
                return [*later, *statement.body]
        if names & changed_in(file.tree, statement):
            return []
        later.append(statement)
    return []


def _is_plain_test(file: File, node: tree.If) -> bool:
    """Whether an `if` without `else` tests numbers of the host, such as `epoch >= 3`."""
    inside = list(tree.walk(node.test))
    return not node.orelse and not any(
        isinstance(one, (tree.Call, tree.NamedExpression)) or ExpressionView(file, one).value.is_tensor
        for one in inside
    )


def _text(file: File, node: tree.Node) -> str:
    return file.text[node.start : node.end]


def _unfinished(file: File, between: list[tree.Node], forwards: set[tree.Call]) -> tree.Node | None:
    """The first work that nothing in these statements may wait for; None if there is none."""
    inside = list(_after_waits(file, between, forwards))
    waited = max((node.end for node in inside if _may_select(file, node)), default=0)
    left = [node for node in inside if node.end > waited]
    calls = [node for node in left if isinstance(node, tree.Call)]
    work = [call for call in calls if call in forwards or _runs_forward(file, call, forwards)] or [
        call for call in calls if _is_backward(file, call)
    ]
    return next(iter(work), None) or next((n for n in left if detect_products.is_product_on_gpu(file, n)), None)


def _after_waits(file: File, between: list[tree.Node], forwards: set[tree.Call]) -> Iterator[tree.Node]:
    """The code of the statements behind the last one that may wait, such as for the copy of a batch."""
    waits = [any(_may_wait(file, node, forwards) for node in tree.walk(statement)) for statement in between]
    last = max((number for number, does in enumerate(waits) if does), default=-1)
    for statement in between[last + 1 :]:
        yield from tree.walk(statement)


def _method_of_model(file: File, between: list[tree.Node], forwards: set[tree.Call]) -> tree.Call | None:
    """A call such as `model.sample(x)`, where nothing else in these statements may wait."""
    inside = [node for statement in between for node in tree.walk(statement)]
    called = [node for node in inside if isinstance(node, tree.Call) and detect_methods.computes(file, node)]
    if not called or any(node not in called and _may_wait(file, node, forwards) for node in inside):
        return None
    return None if any(_may_select(file, node) for node in inside) else called[0]


def _is_backward(file: File, call: tree.Call) -> bool:
    func = call.func
    return (
        isinstance(func, tree.Attribute)
        and func.attr == "backward"
        and ExpressionView(file, func.value).value.is_tensor
    )


def _may_select(file: File, node: tree.Node) -> bool:
    """Whether an index may be a mask: how many elements it selects is known when all work before is done."""
    if not isinstance(node, tree.Subscript) or ExpressionView(file, node.value).value.kind in _CONTAINERS:
        return False
    plain = (tree.Constant, tree.Slice, tree.UnaryOp, tree.BinaryOp)
    parts = node.index.elements if isinstance(node.index, tree.Tuple) else [node.index]
    return any(not isinstance(one, plain) and ExpressionView(file, one).value.kind not in _SCALARS for one in parts)


def _subtracts(file: File, begin: tree.Node, name: tree.Name) -> bool:
    """Whether the first reading is taken from something further down."""
    reads = ((read, file.tree.parents.get(read)) for read in reads_after(file.tree, name, begin))
    return any(isinstance(above, tree.BinaryOp) and above.op == "-" and above.right is read for read, above in reads)


def _body(file: File, call: tree.Call) -> list[tuple[File, tree.Node]] | None:
    """What the one function of the project runs that a call leads to, with its file; None for any other call."""
    functions = file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    if function is None or not isinstance(function.node, tree.FunctionDef) or function.is_generator:
        return None
    if tree.last_name(call.func) != function.name:
        return None  # handed to something else that calls it: `solver.step(closure)`
    around = file_around(file, function.node)
    inside = [node for statement in function.node.body for node in tree.walk(statement, into_functions=False)]
    return [(around, node) for node in inside] if around is not None else None


def _runs_forward(file: File, call: tree.Call, forwards: set[tree.Call]) -> bool:
    """Whether a call leads to a function that calls a model, and does nothing that waits."""
    return any(node in forwards for _, node in _body(file, call) or ())


def _may_wait(file: File, node: tree.Node, forwards: set[tree.Call], depth: int = 0) -> bool:
    """Whether a piece of code may make the host wait for the GPU, as far as is known."""
    if isinstance(node, (tree.If, tree.Conditional, tree.Assert)):
        return not _asks_the_host(file, node.test)
    if isinstance(node, (tree.While, tree.FormattedString, tree.Await)):
        return True
    if not isinstance(node, tree.Call):
        return _is_epoch(file, node)
    if node in forwards:  # a class of the user's may say itself what a call does: give back arrays, say
        return modules.is_called_otherwise(ExpressionView(file, node.func))
    if isinstance(node.func, tree.Name) and node.func.id in (*_PLAIN, *_ASKS_FOR_KIND):
        return False
    if isinstance(node.func, tree.Attribute) and (node.func.attr in _PLAIN or _is_step(file, node)):
        return False
    if (body := _body(file, node)) is not None:
        return depth > 1 or any(_may_wait(around, inner, forwards, depth + 1) for around, inner in body)
    names = file.names.spelled(node) or file.facts.callees.get(node, set())
    known = [fact(name.removesuffix(".forward")) for name in names]  # of a criterion, the class has the row
    return not known or any(one is None or one.sync or one.kind == "loader" for one in known)


def _asks_the_host(file: File, test: tree.Expression) -> bool:
    """Whether a condition needs no number of a tensor: `isinstance(x, tuple)`, `x is None`, a setting's name."""
    if isinstance(test, tree.BoolOp):
        return all(_asks_the_host(file, one) for one in test.values)
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        return _asks_the_host(file, test.operand)
    if isinstance(test, tree.Compare):
        texts = any(map(_is_text, test.comparators))
        if test.ops in (["in"], ["not in"]):  # `stage in ["vae", "unet"]`
            return texts or _is_text(test.left)
        return test.ops in (["is"], ["is not"]) or (texts and test.ops in (["=="], ["!="]))
    if isinstance(test, tree.Call):
        return tree.dotted(test.func) in _ASKS_FOR_KIND
    is_named = isinstance(test, (tree.Name, tree.Attribute))
    return isinstance(test, tree.Constant) or (is_named and not ExpressionView(file, test).value.is_tensor)


def _is_text(node: tree.Expression) -> bool:
    """Whether something is a text, or a list or tuple of texts."""
    if isinstance(node, (tree.List, tree.Tuple)):
        return bool(node.elements) and all(map(_is_text, node.elements))
    return isinstance(node, tree.Constant) and isinstance(node.value, str)


def _is_step(file: File, call: tree.Call) -> bool:
    """Whether an optimizer or scheduler steps; with a closure, an optimizer may read the loss."""
    if not isinstance(call.func, tree.Attribute) or call.func.attr != "step" or call.args:
        return False
    return ExpressionView(file, call.func.value).value.kind in ("optimizer", "scheduler")


def _is_epoch(file: File, node: tree.Node) -> bool:
    """Whether a loop trains on data: it takes far longer than the work that is still queued at its end."""
    if not isinstance(node, tree.For) or tree.last_part(_called(node.iter)) == "range":
        return False
    return any(isinstance(one, tree.Call) and _is_step(file, one) for one in tree.walk(node))


def _called(node: tree.Expression) -> tree.Expression:
    return node.func if isinstance(node, tree.Call) else node


def names_an_accelerator(file: File) -> bool:
    """Whether the file speaks of anything but the CPU, in code or a text; or of a device that another file chooses."""
    if any(word in file.text for word in ACCELERATORS):
        return True
    return (
        "device" in file.text
        and file.project_files is not None
        and bool(file.project_files.files_mentioning("torch.device(", "cuda"))
    )
