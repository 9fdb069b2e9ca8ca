"""`File`, and the views of its code: a node of the tree together with what the analysis knows about it.

Long because a view knows its file, and a file returns views of its calls. Nothing else belongs here: further questions
are queries of a topic, or the detector of one rule. The file is parsed by the constructor, and analysed when `analysis`
or `facts` is first read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from torchlint.binding.names import Names
from torchlint.binding.symbols import Class
from torchlint.binding.symbols import Function as Definition
from torchlint.binding.use_def import uses
from torchlint.domain.values import NO, UNKNOWN, YES, Value
from torchlint.finding import Edit, Span
from torchlint.flow import fixpoint
from torchlint.flow.facts import Facts
from torchlint.knowledge.lookup import BUILT_IN, Lookup
from torchlint.project.project_files import ProjectFiles
from torchlint.project.requirements import Supported
from torchlint.syntax import cst_parser, edits, tree
from torchlint.syntax.brief_code import brief


class File:
    """One Python file with its tree, names and facts. Raises Unparsable if its text can't be parsed.

    A notebook's `text` is its cells joined together, and `cell_ends` has the offset at which each cell ends. `parse`
    replaces the parser, for callers that can get the tree of the text faster. `lookup` is what is known of libraries,
    with the models that users have written. `timed` is where a notebook's magics take the time.

    Example:
        for call in file.calls("torch.nn.functional.softmax"):
            if not call.has_stars and call.argument(1, "dim") is None:
                yield finding(call, f"`{call}` guesses its dimension; pass `dim`")
    """

    def __init__(
        self,
        path: str,
        text: str,
        project_files: ProjectFiles | None = None,
        cell_ends: Sequence[int] = (),
        parse: Callable[[str], tree.Tree] | None = None,
        lookup: Lookup | None = None,
        timed: Sequence[tuple[Span, int]] = (),
    ) -> None:
        self.path = path  # relative to the working directory where possible, as findings show it
        self.text = text  # the whole text, decoded
        self.cell_ends = cell_ends  # the offset at which each cell of a notebook ends; empty for a script
        self.timed = timed  # a notebook's code in `%time` or `%timeit`, and how often it runs; 0 if not said
        self.lookup = lookup or BUILT_IN  # what is known of libraries
        self.results: dict[object, object] = {}  # the memo of `@query`, by query
        self.tree: tree.Tree = (parse or cst_parser.parse)(text)  # the syntax tree
        self.project_files = project_files  # the project's files, to resolve imports; None for a file on its own
        self.place = project_files.place(path) if project_files is not None else ""
        if project_files is not None:
            project_files.keep(self.place, self.tree)

    @cached_property
    def analysis(self) -> fixpoint.Analysis:
        """The abstract interpreter's result for this file. Raises OutOfWork if the file exceeds the work budget."""
        return fixpoint.analyse(self.tree, self.place, self.project_files, self.lookup)

    @property
    def facts(self) -> Facts:
        """The facts that the interpreter recorded: values, callees, forwards, and so on."""
        return self.analysis.facts

    @cached_property
    def names(self) -> Names:
        """What names mean according to the file's imports."""
        return Names(self.tree)

    @cached_property
    def torch(self) -> Supported:
        """The PyTorch versions that the project supports; only the newest one if it declares none."""
        return self.project_files.torch(self.place) if self.project_files is not None else Supported()

    def holds(self, node: tree.Node) -> bool:
        """Whether a node belongs to this file, and not to a file that it imports."""
        return node in self.tree.parents

    def is_within(self, node: tree.Node, outer: tree.Node) -> bool:
        """Whether a node is inside another one of this file. Offsets alone can't tell, as every file has them."""
        return self.holds(node) and outer.start <= node.start and node.end <= outer.end

    def value(self, node: tree.Node) -> ExpressionView:
        """The view of an expression; a CallView for a call."""
        return CallView(self, node) if isinstance(node, tree.Call) else ExpressionView(self, node)

    def calls(self, *names: str) -> Iterator[CallView]:
        """Calls of these functions, in source order: `file.calls("torch.Tensor.to")`.

        Names of PyTorch are those of its documentation. Functions, classes and methods of the project are named as
        others import them: `acme.trainer.Trainer.fit` also finds `self.fit()` in the class itself, and `trainer.fit()`
        on an object of the class, or of a subclass without a `fit` of its own. A method of a class that a model
        describes has the library's name and that of the class's row before it. Imports, aliases and receivers are
        resolved by the abstract interpreter, so calls in unreachable code, or on values of unknown type, are left out.
        """
        wanted = set(names)
        found = {call for call, known in self.facts.callees.items() if known & wanted and self.holds(call)}
        for name in sorted(wanted):
            found.update(self._calls_of_definitions.get(name, ()) if not name.startswith("torch.") else ())
        return (CallView(self, call) for call in sorted(found, key=lambda call: call.start))

    @cached_property
    def _calls_of_definitions(self) -> dict[str, list[tree.Call]]:
        """The calls in this file that lead to something of the project's or of other packages', by its dotted names."""
        found: dict[str, list[tree.Call]] = {}
        for call, definitions in self.facts.definitions.items():
            for one in definitions if self.holds(call) else ():
                for name in (one,) if isinstance(one, str) else one.unit.names_of(one.node):
                    found.setdefault(name, []).append(call)
        return found

    def named_calls(self, *names: str) -> Iterator[CallView]:
        """Calls of these functions, resolved by the file's imports alone, in source order; unreachable code, too."""
        return (CallView(self, call) for call in self.names.calls_of(*names))

    def method_calls(self, *names: str) -> Iterator[CallView]:
        """Calls of methods with these names, on any receiver, in source order: `file.method_calls("backward")`."""
        return (CallView(self, call) for call in self.names.method_calls(*names))


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A node of the tree, together with its file. `str(view)` is its text, for messages.

    Example:
        if call.loop is not None and not view.is_inside(call.loop):
            yield finding(view, f"`{view}` is left out of the loop", related=(call.loop.says("this loop"),))
    """

    file: File  # the file that it is in
    node: tree.Node  # its node in the tree

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.node is other.node

    def __hash__(self) -> int:
        return hash(self.node)

    def __str__(self) -> str:
        return self.text

    @property
    def span(self) -> Span:
        """Where the code is: start and end offsets in the file's text."""
        return Span(self.node.start, self.node.end)

    @property
    def text(self) -> str:
        """The code on one line; beyond 40 characters, dots replace arguments: `clip_grad_norm_(...)`."""
        return brief(self.file.tree.text_of(self.node))

    def says(self, text: str) -> tuple[Span, str]:
        """A note for a finding: this place, with a short text."""
        return self.span, text

    @property
    def code(self) -> str:
        """The code as it is written."""
        return self.file.tree.text_of(self.node)

    @property
    def function(self) -> FunctionView | None:
        """The innermost function around this code; None at the top level. Lambdas are skipped."""
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
        """The statement that this code is part of."""
        return View(self.file, self.file.tree.statement(self.node))

    def writing(self, name: str, edit: Callable[[str], tuple[Edit, ...]]) -> tuple[Edit, ...]:
        """The edits that `edit` makes with a torch name as it is spelled in this file, plus an import if needed.

        Empty if the name can't be spelled here, for example because it is shadowed.
        """
        spelled = edits.spelling(self.file.tree, name, self.node.start)
        if spelled is None:
            return ()
        written, imports = spelled
        return (*edit(written), *imports)

    def is_inside(self, other: View) -> bool:
        """Whether this code is inside the other, or is the other."""
        return self.file.is_within(self.node, other.node)


class ExpressionView(View):
    """An expression, and what the abstract interpreter knows about its value.

    Example:
        given = call.argument(0, "input")
        if given is not None and given.carries_grad and given.is_made_by("softmax"):
            yield finding(given, f"`{given}` is a softmax already", sure=given.is_sure)
    """

    __slots__ = ()

    @property
    def value(self) -> Value:
        """The expression's abstract value; unknown where the interpreter has not evaluated it."""
        return self.file.facts.values.get(self.node, UNKNOWN)

    @property
    def carries_grad(self) -> bool:
        """Whether the value is certainly a tensor with an autograd graph."""
        return self.value.is_tensor and self.value.grad == YES

    @property
    def is_sure(self) -> bool:
        """Whether the abstract value is proven, and does not rest on a naming convention or an unknown call."""
        return not self.value.assumed

    @property
    def is_differentiated(self) -> bool | None:
        """Whether a backward passes through this operation; None if that is unknown."""
        value, facts = self.value, self.file.facts
        if not value.is_tensor or value.grad == NO:
            return False
        origins = [origin for origin in value.origins if origin.node is self.node]
        comes = self.node in facts.in_forwards or any(origin in facts.differentiated for origin in origins)
        return True if comes and value.grad == YES and not value.assumed else None if comes or not origins else False

    def made_by(self, *makers: str) -> CallView | None:
        """The call in this file that last transformed the value's numbers, if it is one of these.

        `made_by("sigmoid")` is the call `torch.sigmoid(x)` for a `p` that was assigned `torch.sigmoid(x)[0]`.
        """
        value = self.value
        if not value.is_tensor or value.made_by not in makers:
            return None
        made = value.source
        return CallView(self.file, made) if made is not None and self.file.holds(made) else None

    def is_made_by(self, *makers: str) -> bool:
        """Whether one of these operations last transformed the value's numbers, in whatever file."""
        return self.value.is_tensor and self.value.made_by in makers

    @property
    def is_literally(self) -> object:
        """The literal that is written here (number, string, True, False or None); `...` for any other expression."""
        return self.node.value if isinstance(self.node, tree.Constant) else ...

    @property
    def is_self(self) -> bool:
        """Whether this is the name `self` or `cls`."""
        return isinstance(self.node, tree.Name) and self.node.id in ("self", "cls")

    @property
    def uses_in_function(self) -> int:
        """How often this name is read in its function (or at the top level); 1 for other expressions."""
        if not isinstance(self.node, tree.Name):
            return 1
        scope = self.file.tree.scope(self.node)
        return sum(1 for use in uses(self.file.tree, self.node) if self.file.is_within(use, scope))

    def with_call(self, text: str) -> str:
        """The code that `then` writes: `(a + b).detach()` for `a + b` and `.detach()`."""
        whole = self.text
        return f"{whole}{text}" if isinstance(self.node, edits.ATOMS) else f"({whole}){text}"

    def then(self, text: str) -> tuple[Edit, ...]:
        """The edits that append a method call to this expression: `x.then(".detach()")`."""
        return edits.then(self.node, text)

    def put(self, text: str) -> tuple[Edit, ...]:
        """The edit that replaces this expression."""
        return edits.replace(self.node, text)


class CallView(ExpressionView):
    """A call.

    Example:
        for call in file.calls("torch.Tensor.to"):
            if call.receiver is not None and (device := call.argument(0, "device")) is not None:
                yield finding(call, f"`{call.receiver}` is moved to `{device}`")
    """

    __slots__ = ()
    node: tree.Call  # its node: `func` and `args`

    @property
    def names(self) -> set[str]:
        """The called functions, by the names in PyTorch's documentation: `torch.nn.BCELoss.forward`."""
        return self.file.facts.callees.get(self.node, set())

    @property
    def spelled(self) -> frozenset[str]:
        """The called function's dotted names according to the file's imports alone; unreachable code, too."""
        return self.file.names.spelled(self.node)

    @property
    def may_have_grad(self) -> bool:
        """Whether gradients may be enabled on some call path that leads here."""
        return self.node in self.file.facts.with_grad

    @property
    def method(self) -> str:
        """The name behind the last dot: `step` of `optimizer.step()`; empty if a plain name is called."""
        func = getattr(self.node, "func", None)
        return func.attr if isinstance(func, tree.Attribute) else ""

    @property
    def callee(self) -> ExpressionView:
        """What is called: `model.encoder` of `model.encoder(x)`."""
        return ExpressionView(self.file, self.node.func)

    @property
    def receiver(self) -> ExpressionView | None:
        """The object whose method is called: `optimizer` of `optimizer.step()`; None if a plain name is called."""
        func = self.node.func
        return ExpressionView(self.file, func.value) if isinstance(func, tree.Attribute) else None

    def argument(self, position: int, keyword: str = "") -> ExpressionView | None:
        """An argument by position, counted from 0, or by keyword; None if it is not written at this call.

        Pass -1 as the position of a keyword-only parameter. `*args` and `**kwargs` are never returned nor searched, and
        what follows `*args` has no known position: None may mean that the argument is unpacked, so check `has_stars`.
        """
        found = tree.argument(self.node, position, keyword)
        return ExpressionView(self.file, found) if found is not None else None

    @property
    def is_tensor_method(self) -> bool:
        """Whether the call is a tensor's method, such as `x.sum()`, so that the tensor is none of the arguments."""
        return any(name.startswith("torch.Tensor.") for name in self.names)

    @property
    def operand(self) -> ExpressionView | None:
        """What the operation works on: the receiver of a tensor method, else the first argument, or `input=`."""
        if self.is_tensor_method:
            return self.receiver
        return self.argument(0, "input") or self.argument(0, "inputs")

    @property
    def has_stars(self) -> bool:
        """Whether arguments are unpacked with `*` or `**`, so that a missing argument may be among them."""
        return any(argument.star for argument in self.node.args)

    def put_last(self, text: str) -> tuple[Edit, ...]:
        """The edit that appends an argument."""
        return edits.add_argument(self.node, text)

    @property
    def deleting(self) -> tuple[Edit, ...]:
        """The edit that deletes the statement that this call is part of."""
        return edits.without(self.file.tree, self.statement.node)

    @property
    def positional(self) -> list[ExpressionView]:
        """The positional arguments up to the first starred one."""
        found = []
        for argument in self.node.args:
            if argument.star:
                break
            if argument.keyword is None:
                found.append(ExpressionView(self.file, argument.value))
        return found

    def put_call(self, name: str, argument: str) -> tuple[Edit, ...]:
        """The edits that replace this call by one of a torch function: `put_call("torch.sigmoid", "x")`."""
        return self.writing(name, lambda written: edits.replace(self.node, f"{written}({argument})"))

    def unwrap(self) -> tuple[Edit, ...]:
        """The edits that replace the call by its operand; empty without one."""
        operand = self.operand
        return edits.unwrap(self.file.tree, self.node, operand.node) if operand else ()

    def rename(self, name: str) -> tuple[Edit, ...]:
        """The edits that call another torch function with the same arguments."""
        return self.writing(name, lambda written: edits.replace(self.node.func, written))


class FunctionView(View):
    """A `def`.

    Example:
        function = call.function
        if function is not None and function.owner is not None and function.name == "forward":
            continue  # the forward of a module, or of another class
    """

    __slots__ = ()
    node: tree.FunctionDef  # its node: `parameters`, `body`, `decorators`

    @property
    def name(self) -> str:
        """The function's name."""
        return self.node.name

    @property
    def definition(self) -> Definition | None:
        """The function's symbol in the analysis; None for one that the interpreter has not seen."""
        return self.file.analysis.functions.get(self.node)

    @property
    def owner(self) -> Class | None:
        """The class whose method this is; None for a plain function."""
        return self.definition.owner if self.definition else None

    @property
    def trains(self) -> bool:
        """Whether the function's own body calls `backward()` or computes gradients in another way."""
        return bool(self.definition and self.definition.usage.trains)

    @property
    def is_always_without_gradients(self) -> bool:
        """Whether the function only ever runs with gradients disabled, as far as the project shows."""
        definition = self.definition
        return definition is not None and self.file.facts.runs_without_gradients(definition)

    def decorate(self, name: str) -> tuple[Edit, ...]:
        """The edits that add a torch decorator without arguments: `decorate("torch.no_grad")`."""
        return self.writing(name, lambda written: edits.decorate(self.file.tree, self.node, f"@{written}()"))
