"""The file as rules see it, and views of its code: what is written there together with what is known of it.

They are in one module because each needs the other: a view knows its file, and a file gives views of its calls. What
more there is to ask has its topic, or stands with the one rule that asks; nothing of that is imported here. The file is
parsed at once, and analysed when somebody first asks for what comes of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from torchlint.binding.names import Names
from torchlint.binding.symbols import Class
from torchlint.binding.symbols import Function as Definition
from torchlint.domain.values import NO, UNKNOWN, YES, Value
from torchlint.finding import Edit, Span
from torchlint.flow import fixpoint
from torchlint.flow.facts import Record
from torchlint.project.project_files import Repository
from torchlint.project.requirements import Supported
from torchlint.syntax import cst_parser, edits, tree


class File:
    """One Python file, understood. Raises Unparsable if its text can't be read.

    A notebook's `text` is its cells one after the other; `cell_ends` is where each ends. `parse` gives the text's tree
    where there is a quicker way to the same.
    """

    def __init__(
        self,
        path: str,
        text: str,
        repository: Repository | None = None,
        cell_ends: Sequence[int] = (),
        parse: Callable[[str], tree.Tree] | None = None,
    ) -> None:
        self.path, self.text, self.cell_ends = path, text, cell_ends
        self.results: dict[object, object] = {}  # of queries that were asked, by the query
        self.tree: tree.Tree = (parse or cst_parser.parse)(text)
        self.repository = repository
        self.place = repository.place(path) if repository is not None else ""
        if repository is not None:
            repository.keep(self.place, self.tree)

    @cached_property
    def analysis(self) -> fixpoint.Analysis:
        """What is known of the program in this file. Raises OutOfWork for a file that takes too much work."""
        return fixpoint.analyse(self.tree, self.place, self.repository)

    @property
    def facts(self) -> Record:
        """What the analysis noted: values, calls, forwards, and so on."""
        return self.analysis.facts

    @cached_property
    def names(self) -> Names:
        """What names mean here, by the file's imports."""
        return Names(self.tree)

    @cached_property
    def torch(self) -> Supported:
        """The PyTorch versions that this code is for; the newest one where nothing says."""
        return self.repository.torch(self.place) if self.repository is not None else Supported()

    def holds(self, node: tree.Node) -> bool:
        """Whether a piece of code stands in this file."""
        return node in self.tree.parents

    def is_within(self, node: tree.Node, outer: tree.Node) -> bool:
        """Whether code is inside other code of this file; offsets alone say nothing about code of another file."""
        return self.holds(node) and outer.start <= node.start and node.end <= outer.end

    def value(self, node: tree.Node) -> ExpressionView:
        """The view of an expression."""
        return CallView(self, node) if isinstance(node, tree.Call) else ExpressionView(self, node)

    def calls(self, *names: str) -> Iterator[CallView]:
        """Every call of these, named as the PyTorch documentation names them, in source order."""
        wanted = set(names)
        found = [call for call, known in self.facts.callees.items() if known & wanted and self.holds(call)]
        return (CallView(self, call) for call in sorted(found, key=lambda call: call.start))

    def named_calls(self, *names: str) -> Iterator[CallView]:
        """Every call of these as the file's imports spell their names out, in source order, in dead code too."""
        return (CallView(self, call) for call in self.names.calls_of(*names))

    def method_calls(self, *names: str) -> Iterator[CallView]:
        """Every call of methods of these names, of whatever objects, in source order."""
        return (CallView(self, call) for call in self.names.method_calls(*names))


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A node together with the file that knows about it."""

    file: File
    node: tree.Node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.node is other.node

    def __hash__(self) -> int:
        return hash(self.node)

    def __str__(self) -> str:
        return self.text

    @property
    def span(self) -> Span:
        return Span(self.node.start, self.node.end)

    @property
    def text(self) -> str:
        """The code itself on one line, shortened in its middle if it is long."""
        text = " ".join(self.file.tree.text_of(self.node).split())
        return text if len(text) <= 40 else f"{text[:24]}...{text[-12:]}"

    def says(self, text: str) -> tuple[Span, str]:
        """The place with a word on it, to be shown beside a finding."""
        return self.span, text

    @property
    def code(self) -> str:
        """The code itself, as it is written."""
        return self.file.tree.text_of(self.node)

    @property
    def function(self) -> FunctionView | None:
        """The innermost function around this code."""
        found = self.file.tree.above(self.node, tree.FunctionDef, tree.Lambda)
        while isinstance(found, tree.Lambda):
            found = self.file.tree.above(found, tree.FunctionDef, tree.Lambda)
        return FunctionView(self.file, found) if found else None

    @property
    def loop(self) -> View | None:
        """The innermost loop around this code, in the same function."""
        found = self.file.tree.above(self.node, tree.For, tree.While, *tree.Scope)
        return View(self.file, found) if isinstance(found, tree.Loops) else None

    @property
    def statement(self) -> View:
        return View(self.file, self.file.tree.statement(self.node))

    def writing(self, name: str, edit: Callable[[str], tuple[Edit, ...]]) -> tuple[Edit, ...]:
        """The edits made with a name of torch's as the file writes it here; none where it can't write it."""
        spelled = edits.spelling(self.file.tree, name, self.node.start)
        if spelled is None:
            return ()
        written, imports = spelled
        return (*edit(written), *imports)

    def is_inside(self, other: View) -> bool:
        return self.file.is_within(self.node, other.node)


class ExpressionView(View):
    """An expression, and what is known of its value."""

    __slots__ = ()

    @property
    def value(self) -> Value:
        return self.file.facts.values.get(self.node, UNKNOWN)

    @property
    def carries_grad(self) -> bool:
        """Whether the value certainly carries a graph."""
        return self.value.is_tensor and self.value.grad == YES

    @property
    def is_sure(self) -> bool:
        """Whether what is known of the value rests on no name and nothing unknown."""
        return not self.value.soft

    @property
    def is_differentiated(self) -> bool | None:
        """Whether backward surely comes through this watched operation; None where that can't be told."""
        value, facts = self.value, self.file.facts
        if not value.is_tensor or value.grad == NO:
            return False
        sites = [site for site in value.sites if site.node is self.node]
        comes = self.node in facts.in_forwards or any(site in facts.consumed for site in sites)
        return True if comes and value.grad == YES and not value.soft else None if comes or not sites else False

    def made_by(self, *makers: str) -> CallView | None:
        """The call in this file that made the value's numbers what they are, if it is one of these ("sigmoid", ...)."""
        value = self.value
        if not value.is_tensor or value.made_by not in makers:
            return None
        made = value.source
        return CallView(self.file, made) if made is not None and self.file.holds(made) else None

    def is_made_by(self, *makers: str) -> bool:
        """Whether the value's numbers went through one of these last, wherever that was."""
        return self.value.is_tensor and self.value.made_by in makers

    @property
    def is_literally(self) -> object:
        """The number, string, True, False or None that is written here; `...` where it is anything else."""
        return self.node.value if isinstance(self.node, tree.Constant) else ...

    @property
    def is_self(self) -> bool:
        """Whether this is the object that a method runs on."""
        return isinstance(self.node, tree.Name) and self.node.id in ("self", "cls")

    @property
    def uses_in_function(self) -> int:
        """How often this name is read in the function (or file) that it stands in; 1 for anything but a name."""
        if not isinstance(self.node, tree.Name):
            return 1
        scope = self.file.tree.scope(self.node)
        targets = {
            t for a in tree.walk(scope) if isinstance(a, tree.Assign) for target in a.targets for t in tree.walk(target)
        }
        names = (n for n in tree.walk(scope) if isinstance(n, tree.Name) and n.id == self.node.id)
        return sum(1 for n in names if n not in targets)

    def with_call(self, text: str) -> str:
        """The code that `then` makes of this expression."""
        whole = self.text
        return f"{whole}{text}" if isinstance(self.node, edits.ATOMS) else f"({whole}){text}"

    def then(self, text: str) -> tuple[Edit, ...]:
        """The edits that call a method on this value."""
        return edits.then(self.node, text)

    def put(self, text: str) -> tuple[Edit, ...]:
        """The edit that puts other code in this expression's place."""
        return edits.replace(self.node, text)


class CallView(ExpressionView):
    """A call."""

    __slots__ = ()
    node: tree.Call

    @property
    def names(self) -> set[str]:
        """What is called, by the names of PyTorch's documentation: `torch.nn.BCELoss.forward`."""
        return self.file.facts.callees.get(self.node, set())

    @property
    def spelled(self) -> frozenset[str]:
        """What is called, as the file's imports spell the name out; in code that never runs, too."""
        return self.file.names.spelled(self.node)

    @property
    def may_have_grad(self) -> bool:
        """Whether one of the ways that lead here may have gradients enabled."""
        return self.node in self.file.facts.with_grad

    @property
    def method(self) -> str:
        func = getattr(self.node, "func", None)
        return func.attr if isinstance(func, tree.Attribute) else ""

    @property
    def callee(self) -> ExpressionView:
        return ExpressionView(self.file, self.node.func)

    @property
    def receiver(self) -> ExpressionView | None:
        func = self.node.func
        return ExpressionView(self.file, func.value) if isinstance(func, tree.Attribute) else None

    def argument(self, position: int, keyword: str = "") -> ExpressionView | None:
        """An argument by position or by keyword."""
        for index, argument in enumerate(self.node.args):
            if argument.keyword == keyword if argument.keyword else index == position and not argument.star:
                return ExpressionView(self.file, argument.value)
        return None

    @property
    def operand(self) -> ExpressionView | None:
        """What the called operation works on: its first argument, or the tensor whose method it is."""
        if any(name.startswith("torch.Tensor.") for name in self.names):
            return self.receiver
        return self.argument(0, "input") or self.argument(0, "inputs")

    @property
    def has_stars(self) -> bool:
        """Whether arguments are unpacked from something."""
        return any(argument.star for argument in self.node.args)

    def put_last(self, text: str) -> tuple[Edit, ...]:
        """The edit that adds an argument at the end."""
        return edits.add_argument(self.node, text)

    @property
    def deleting(self) -> tuple[Edit, ...]:
        """The edit that leaves the statement out which this call is."""
        return edits.without(self.file.tree, self.statement.node)

    @property
    def positional(self) -> list[ExpressionView]:
        """The arguments that are given by their place, up to the first that is unpacked."""
        found = []
        for argument in self.node.args:
            if argument.star:
                break
            if argument.keyword is None:
                found.append(ExpressionView(self.file, argument.value))
        return found

    def put_call(self, name: str, argument: str) -> tuple[Edit, ...]:
        """The edits that put a call of something of torch's in this one's place: `torch.nn.functional.logsigmoid`."""
        return self.writing(name, lambda written: edits.replace(self.node, f"{written}({argument})"))

    def unwrap(self) -> tuple[Edit, ...]:
        """The edits that leave only the operand of the call."""
        operand = self.operand
        return edits.unwrap(self.file.tree, self.node, operand.node) if operand else ()

    def rename(self, name: str) -> tuple[Edit, ...]:
        """The edits that call another function of torch's with the same arguments."""
        return self.writing(name, lambda written: edits.replace(self.node.func, written))


class FunctionView(View):
    """A `def`."""

    __slots__ = ()
    node: tree.FunctionDef

    @property
    def name(self) -> str:
        return self.node.name

    @property
    def definition(self) -> Definition | None:
        return self.file.analysis.functions.get(self.node)

    @property
    def owner(self) -> Class | None:
        return self.definition.owner if self.definition else None

    @property
    def trains(self) -> bool:
        """Whether anything is differentiated in this function's own body."""
        return bool(self.definition and self.definition.usage.trains)

    def decorate(self, name: str) -> tuple[Edit, ...]:
        """The edits that decorate the function with a call of something of torch's: `torch.no_grad`."""
        return self.writing(name, lambda written: edits.decorate(self.file.tree, self.node, f"@{written}()"))
