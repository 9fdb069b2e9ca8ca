"""What rules see: pieces of code together with what the model knows about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.symbols import Function as Definition
from torchlint.binding.use_def import written
from torchlint.domain.values import NO, UNKNOWN, YES, Value, all_sites
from torchlint.finding import Edit, Span
from torchlint.flow.hooks import hooks_module
from torchlint.flow.lazy_import import is_main_guard
from torchlint.queries.model_inputs import comes_from_unseen
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


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

    @property
    def is_discarded(self) -> bool:
        """Whether nothing is done with this expression's value: it is not even shown below a notebook's cell."""
        parent = self.file.tree.parents.get(self.node)
        return isinstance(parent, tree.ExpressionStatement) and parent not in self.file.displayed

    @property
    def is_tried(self) -> bool:
        """Whether it is run to see if it raises: in a `try`, under `pytest.raises`, in a test."""
        around = self.file.tree.above(self.node, tree.Try, tree.With, *tree.Scope)
        while isinstance(around, tree.With):
            calls = (item.context.func for item in around.items if isinstance(item.context, tree.Call))
            if any("raises" in (tree.dotted(func) or "").lower() for func in calls):
                return True
            around = self.file.tree.above(around, tree.Try, tree.With, *tree.Scope)
        return isinstance(around, tree.Try) or self.file.is_test_module

    @property
    def is_conditional(self) -> bool:
        """Whether code of its own function, or file, decides whether it runs; `if __name__ == "__main__"` does not."""
        here: tree.Node = self.node
        while (above := self.file.tree.parents.get(here)) is not None and not isinstance(here, tree.Scope):
            if isinstance(above, (tree.If, tree.Conditional)) and here is not above.test:
                if not is_main_guard(above.test):
                    return True
            elif isinstance(above, (tree.Handler, tree.Match, tree.BoolOp)):
                return True
            here = above
        return False

    def is_inside(self, other: View) -> bool:
        return self.file.is_within(self.node, other.node)


class ExpressionView(View):
    """An expression, and what is known of its value."""

    __slots__ = ()

    @property
    def value(self) -> Value:
        return self.file.record.values.get(self.node, UNKNOWN)

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
        value, record = self.value, self.file.record
        if not value.is_tensor or value.grad == NO:
            return False
        sites = [site for site in value.sites if site.node is self.node]
        comes = self.node in record.in_forwards or any(site in record.consumed for site in sites)
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
    def is_certain_module(self) -> bool:
        """Whether this is certainly an nn.Module, rather than a class or what only its use speaks for."""
        return self.value.kind == "module" and not self.value.soft

    @property
    def is_self(self) -> bool:
        """Whether this is the object that a method runs on."""
        return isinstance(self.node, tree.Name) and self.node.id in ("self", "cls")

    @property
    def is_called_otherwise(self) -> bool:
        """Whether the class of a module says itself what calling it does."""
        cls = self.value.ref
        return isinstance(cls, Class) and (cls.method("__call__") is not None or cls.has_unseen_base)

    @property
    def is_made_for_this_use(self) -> bool:
        """Whether this is a module that its function makes for this one use, of a class that hooks no own object."""
        made, scope = self.value.source, self.file.tree.scope(self.node)
        if not isinstance(scope, tree.FunctionDef) or self.uses_in_function != 1 or not isinstance(made, tree.Call):
            return False
        if written(self.file.tree, self.node) is not made:
            return False  # on one of two ways another one; or something was done with it, as by `weight_norm`
        cls = self.value.ref
        inside = scope.start <= made.start and made.end <= scope.end and self.file.holds(made)
        if not inside or not isinstance(cls, Class):
            return inside and isinstance(cls, str) and "Parallel" not in cls
        calls = (call.func for one in cls.lineage for call in one.unit.tree.inside(one.node, tree.Call))
        return not any(isinstance(func, tree.Attribute) and hooks_module(func.attr) for func in calls)

    @property
    def is_number_other_than_0(self) -> bool:
        """Whether this is a number that is known, and not 0."""
        known = self.value
        return known.kind == "number" and isinstance(known.ref, (int, float)) and known.ref != 0

    @property
    def is_for_a_loss(self) -> bool:
        """Whether this is what a model gave, part of a batch, or a tensor with a graph: no setting of a loss."""
        value = self.value
        came_out = value.is_tensor and (value.grad == YES or any(site.what == "forward" for site in value.sites))
        return came_out or value.kind == "batch"

    @property
    def graph_operand(self) -> ExpressionView:
        """The one operand of a sum or product from which its value has its graph; else the expression itself."""
        node = self.node
        while isinstance(node, tree.BinaryOp):
            sides = [ExpressionView(self.file, side) for side in (node.left, node.right)]
            carrying = [side for side in sides if side.carries_grad]
            if len(carrying) != 1:
                break
            node = carrying[0].node
        return ExpressionView(self.file, node)

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
        return self.file.record.callees.get(self.node, set())

    @property
    def spelled(self) -> frozenset[str]:
        """What is called, as the file's imports spell the name out; in code that never runs, too."""
        return self.file.spelled(self.node)

    @property
    def is_natural(self) -> bool:
        """Whether a logarithm is to the base e."""
        return not any(name.endswith(("log2", "log10")) for name in self.names)

    @property
    def may_have_grad(self) -> bool:
        """Whether one of the ways that lead here may have gradients enabled."""
        return self.node in self.file.record.with_grad

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
    def is_entered(self) -> bool:
        """Whether a `with` is over this call."""
        return isinstance(self.file.tree.parents.get(self.node), tree.WithItem)

    @property
    def deleting(self) -> tuple[Edit, ...]:
        """The edit that leaves the statement out which this call is."""
        return edits.without(self.file.tree, self.statement.node)

    @property
    def function_is_for_debugging(self) -> bool:
        """Whether the function around says by its name that it looks for bugs."""
        around = self.function
        return around is not None and "debug" in around.name.lower()

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
        return self.file.functions.get(self.node)

    @property
    def owner(self) -> Class | None:
        return self.definition.owner if self.definition else None

    @property
    def can_be_gradless(self) -> bool:
        """Whether a decorator can turn gradients off for all of the body: nothing in it trains or wants gradients."""
        switches = {"enable_grad", "set_grad_enabled", "inference_mode", "requires_grad", "requires_grad_"}
        says = {n.attr for n in tree.walk(self.node) if isinstance(n, tree.Attribute)}
        if self.node.is_async or says & switches or self.definition is None:
            return False
        inside = self.definition.unit.usage_of(self.node, into_functions=True)  # with the closure of an optimizer
        if inside.trains or self.definition in self.file.record.training or self._gives_a_loss:
            return False
        return not comes_from_unseen(self.file, self.node)

    @property
    def _gives_a_loss(self) -> bool:
        """Whether a caller differentiates what this function returns."""
        record = self.file.record
        returned = (event.value for event in record.returns if event.where.function is self.definition)
        return any(all_sites(value) & record.consumed for value in returned)

    @property
    def trains(self) -> bool:
        """Whether anything is differentiated in this function's own body."""
        return bool(self.definition and self.definition.usage.trains)

    @property
    def trains_outside_loops(self) -> bool:
        """Whether something is differentiated in this function outside of any loop of its own: one step, an attack."""
        calls = (n for n in tree.walk(self.node, into_functions=False) if isinstance(n, tree.Call))
        trained = (c for c in calls if isinstance(c.func, tree.Attribute) and c.func.attr == "backward")
        return any(View(self.file, c).loop is None for c in trained)

    @property
    def evaluates(self) -> bool:
        """Whether this function itself switches a model to eval mode."""
        calls = (n for n in tree.walk(self.node, into_functions=False) if isinstance(n, tree.Call))
        return any(isinstance(c.func, tree.Attribute) and c.func.attr == "eval" and not c.args for c in calls)

    @property
    def is_test(self) -> bool:
        """Whether this is, or is inside, a function that pytest or unittest collects: it checks that a forward runs."""
        around = self.function
        is_collected = self.name.startswith("test") and self.file.is_test_module
        return is_collected or (around is not None and around.is_test)

    def decorate(self, name: str) -> tuple[Edit, ...]:
        """The edits that decorate the function with a call of something of torch's: `torch.no_grad`."""
        return self.writing(name, lambda written: edits.decorate(self.file.tree, self.node, f"@{written}()"))
