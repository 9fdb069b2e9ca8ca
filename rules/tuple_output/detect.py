"""What rules see of what models return: the tuples that a forward writes out, and what their places hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import definitions
from torchlint.flow.instantiations import Use, constructions, makes_a_part
from torchlint.knowledge.meanings import LOGISTIC, SOFTMAX
from torchlint.knowledge.operations import has_column
from torchlint.queries import ExpressionView, View
from torchlint.queries.modules import is_taken_apart
from torchlint.syntax import tree

from .detect_tuple_kinds import Tuple, differ_surely

if TYPE_CHECKING:
    from torchlint.queries import File


# So many outputs of layers of one class are levels of one thing, whatever the sizes of the layers.
_PYRAMID = 4


@dataclass(frozen=True, eq=False)
class OutputView(View):
    """A `return` of a model's forward that writes out a tuple."""

    cls: Class
    forward: Function

    @cached_property
    def elements(self) -> list[ExpressionView]:
        """The things in the tuple, without those that are None."""
        value = self.node.value if isinstance(self.node, tree.Return) else None
        nodes = value.elements if isinstance(value, tree.Tuple) else []
        return [ExpressionView(self.file, n) for n in nodes if not (isinstance(n, tree.Constant) and n.value is None)]

    @property
    def model(self) -> View | None:
        """The model, where the tuple speaks of it; else where its forward first does."""
        own = self.forward.node.parameters[:1]
        nodes = (*tree.walk(self.node, into_functions=False), *tree.walk(self.forward.node, into_functions=False))
        spoken = (n for n in nodes if isinstance(n, tree.Name) and own and n.id == own[0].name)
        first = next(spoken, None)
        return View(self.file, first) if first is not None and first.start < self.node.end else None

    @property
    def is_of_top_level_model(self) -> bool:
        """Whether the project runs the class as a model in itself, or the model computes its own loss."""
        if any(e.model.ref is self.cls for e in self.file.facts.forwards) or self.computes_a_loss:
            return True
        if any(made.function is None for made in self._constructions):
            return True
        return any(not place.is_in_module for place in self._uses_elsewhere)

    @property
    def is_proven(self) -> bool:
        """Whether the things surely differ, and a caller of the whole model is seen to take them out by their order."""
        if self.computes_a_loss:
            return True
        if not (self.kinds_differ or self._has_steps_of_one):
            return False
        return self.is_of_top_level_model and is_taken_apart(self.file, self.cls, len(self.elements))

    @property
    def kinds_differ(self) -> bool:
        """Whether the code proves that two of the things can't be of one kind."""
        around = Tuple(self.forward.node, self.node.start, self.file.tree.text_of)
        return differ_surely([(e.node, self._maker(e.node)) for e in self.elements], around)

    @cached_property
    def _uses_elsewhere(self) -> list[Use]:
        """Where other files of the project make objects of the class."""
        return list(constructions(self.file.project_files, self.file.place, self.cls.name))

    @property
    def _constructions(self) -> list[View]:
        """Where the file makes objects of the class."""
        values = self.file.facts.values
        calls = [c for c in self.file.tree.all(tree.Call) if (v := values.get(c.func)) and v.ref is self.cls]
        return [View(self.file, c) for c in calls]

    @property
    def computes_a_loss(self) -> bool:
        """Whether one of the things is a loss: no inner block computes one."""
        made = [self._assigned(e.node.id) if isinstance(e.node, tree.Name) else e.node for e in self.elements]
        names = [self.file.names.spelled_out(m.func) for m in made if isinstance(m, tree.Call)]
        return any(n.startswith("torch.nn.functional.") and n.endswith(("loss", "entropy")) for n in names)

    @property
    def is_part_of_another(self) -> bool:
        """Whether another module in this file makes one of these for itself, or is given one."""
        if self.cls in self.file.facts.parts:
            return True
        makers = self.file.facts.constructed_by.get(self.cls, set())
        if any(m is not None and m.is_module and m is not self.cls for m in makers):
            return True
        if any(self._is_in_a_sequence(made) or self._is_in_a_network(made) for made in self._constructions):
            return True
        if any(map(self._is_returned_to_a_framework, self._constructions)):
            return True
        wholes = {cls.name for cls in self.file.analysis.classes if cls.is_module and cls is not self.cls}
        return any(place.is_in_module or place.given_to & wholes for place in self._uses_elsewhere)

    def _is_in_a_network(self, made: View) -> bool:
        """Whether another class makes an object for its forward, derived from a class that may not be installed."""
        around = self.file.tree.above(made.node, tree.ClassDef)
        is_derived = isinstance(around, tree.ClassDef) and bool(around.bases) and around is not self.cls.node
        return is_derived and isinstance(made.node, tree.Call) and makes_a_part(self.file.tree, made.node)

    def _is_returned_to_a_framework(self, made: View) -> bool:
        """Whether a method returns an object, of a class derived from another package's, which asks for it."""
        method = self.file.tree.above(made.node, tree.FunctionDef)
        around = self.file.analysis.class_at.get(self.file.tree.above(made.node, tree.ClassDef))
        is_returned = isinstance(self.file.tree.parents.get(made.node), tree.Return)
        return is_returned and around is not None and method in around.node.body and around.has_unresolved_base

    def _is_in_a_sequence(self, made: View) -> bool:
        """Whether an object is made to be one of a sequence of modules, which hands on what each returns."""
        call = self.file.tree.above(made.node, tree.Call, tree.FunctionDef)
        while isinstance(call, tree.Call):
            if tree.last_part(call.func) in ("Sequential", "ModuleList"):
                return True
            call = self.file.tree.above(call, tree.Call, tree.FunctionDef)
        return False

    @property
    def is_for_training_only(self) -> bool:
        """Whether the model returns this in train mode, and something else in eval mode."""
        around = self.file.tree.above(self.node, tree.If, tree.FunctionDef)
        if not isinstance(around, tree.If) or not any(self.node is n for s in around.body for n in tree.walk(s)):
            return any(_leaves_in_eval_mode(s) and s.end < self.node.start for s in self.forward.body)
        return any(tree.dotted(n) == "self.training" for n in tree.walk(around.test))

    @property
    def hands_on_state(self) -> bool:
        """Whether the last thing is the state that a recurrent layer takes and returns, behind one output."""
        last = self.elements[-1]
        if isinstance(last.node, tree.Tuple) and len(self.elements) == 2:
            return True  # (output, (h, c))
        return self._is_state(last) and all(map(self._is_state, self.elements[1:]))

    def _is_state(self, element: ExpressionView) -> bool:
        """Whether it is the state of a recurrent layer, a part of it, or what the caller gives back as an argument."""
        if element.value.made_by == "state" or any(v.made_by == "state" for v in element.value.elements):
            return True
        taken = {p.name for p in self.forward.node.parameters[2:]}
        name = (tree.dotted(element.node) or "").removeprefix("self.")
        return name in taken or (_is_next_state(name) and any(map(_is_next_state, taken)))

    @property
    def hands_on_attention(self) -> bool:
        """Whether the second of two things is the weights that an attention layer returns beside its context."""
        if len(self.elements) != 2:
            return False
        first, last = (e.value.made_by for e in self.elements)
        if last != SOFTMAX or first in (SOFTMAX, LOGISTIC):
            return False
        made = self.elements[1].made_by(SOFTMAX)
        logits = made.operand if made else None
        return logits is None or logits.code != self.elements[0].code  # (logits, softmax(logits)) is not attention

    @property
    def is_of_one_kind(self) -> bool:
        """Whether everything in the tuple is made the same way: two images, a mean and a logarithm of a variance."""
        if self._is_numbered and len(self.elements) > 2:
            return True
        makers = {self._maker(e.node) for e in self.elements}
        if len(self.elements) >= _PYRAMID or self._is_numbered:
            makers = {maker.partition("(")[0] for maker in makers}
        elif self._has_steps_of_one:
            return False
        return len(makers) < 2

    @property
    def _has_steps_of_one(self) -> bool:
        """Whether one of the things is made of another: before an activation, and after it."""
        names = {e.node.id for e in self.elements if isinstance(e.node, tree.Name)}
        made = {name: self._assigned(name) for name in names}
        pairs = ((name, n) for name, node in made.items() if node is not None for n in tree.walk(node))
        return any(isinstance(n, tree.Name) and n.id in names and n.id != name for name, n in pairs)

    @property
    def _is_numbered(self) -> bool:
        """Whether the things have one name and a number each: `out1, out2, out3`."""
        names = [e.node.id if isinstance(e.node, tree.Name) else "" for e in self.elements]
        stems = {name.rstrip("0123456789") for name in names}
        return len(stems) == 1 and not stems & {"", *names}

    def _maker(self, node: tree.Expression, depth: int = 0) -> str:
        """How an element is made, as code: two equal layers make things of one kind."""
        if isinstance(node, tree.Name) and depth < 4:
            made = self._assigned(node.id)
            return self._maker(made, depth + 1) if made is not None else node.id
        if isinstance(node, tree.BinaryOp) and _is_plain(node.left):
            return self._maker(node.right, depth)
        if isinstance(node, tree.Call):
            name = tree.dotted(node.func) or ""
            if _shapes(name) and node.args and depth < 4:
                return self._maker(node.args[0].value, depth + 1)
            if name.startswith("self."):
                layer = self._layer(name[5:])
                if layer:
                    return layer
                owner, _, method = name[5:].rpartition(".")
                if owner and (whole := self._layer(owner)):
                    return f"{whole.partition('(')[0]}.{method}"  # returned by one method of one class
            if isinstance(node.func, tree.Attribute) and not name.startswith("self.") and depth < 4:
                inner = self._maker(node.func.value, depth + 1)
                is_same = has_column(node.func.attr, "reshape", "transpose", "copy")
                return inner if is_same else f"{inner}.{node.func.attr}"
            return name or self.file.tree.text_of(node.func)
        return self.file.tree.text_of(node)

    def _assigned(self, name: str) -> tree.Expression | None:
        """What a name was last assigned in this forward, by itself or beside others."""
        made = definitions(self.forward.unit.tree, self.forward.node).get(name, ())
        found = [one.value for one in made if one.value is not None and one.node.start < self.node.start]
        given = [f for f in found if not (isinstance(f, tree.Constant) and f.value is None)]
        computed = [f for f in given if not _only_changes(f, name)] or given or found
        return max(computed, key=lambda f: f.start, default=None)

    def _layer(self, name: str) -> str:
        """The code that makes `self.<name>`; a method's name where that is one."""
        for cls in self.cls.lineage:
            for one in assignments_to(cls.unit.tree, cls.node, f"self.{name}"):
                if one.value is not None:
                    return " ".join(cls.unit.tree.text_of(one.value).split())
        return ""


def _is_next_state(name: str) -> bool:
    """Whether a name speaks of a state: `new_states` is what the next call takes as `state`."""
    return not {"state", "states"}.isdisjoint(name.split("_"))


def _shapes(name: str) -> bool:
    """Whether a name is that of a function of PyTorch's that keeps numbers in a range, and makes no probabilities.

    A mean through tanh and a deviation through softplus are still of one kind.
    """
    last = name.rpartition(".")[2]
    is_range = has_column(last, "clamp", "relu", "tanh", "positive") and not has_column(last, "sigmoid", "softmax")
    return is_range and name.startswith(("torch.", "F.", "nn.functional."))


def _only_changes(node: tree.Expression, name: str) -> bool:
    """Whether an expression computes with what a name holds alone: `tanh(log_std)`, `0.5 * (log_std + 1)`."""
    if isinstance(node, tree.Call):
        settings = [a for a in node.args if _is_plain(a.value) or (tree.dotted(a.value) or "").startswith("self.")]
        given = [a.value for a in node.args if a not in settings]
        is_function = (tree.dotted(node.func) or "").startswith(("torch.", "F.", "nn.functional."))
        return is_function and len(given) == 1 and _holds(given[0], name)
    return isinstance(node, tree.BinaryOp) and _holds(node, name)


def _holds(node: tree.Expression, name: str) -> bool:
    """Whether arithmetic has a name in it, and otherwise numbers and constants only."""
    if isinstance(node, tree.BinaryOp):
        sides = (node.left, node.right)
        plain = [s for s in sides if not _holds(s, name)]
        return len(plain) < 2 and all(_is_plain(s) for s in plain)
    return isinstance(node, tree.Name) and node.id == name


def _is_plain(node: tree.Expression) -> bool:
    if isinstance(node, tree.BinaryOp):
        return _is_plain(node.left) and _is_plain(node.right)
    if isinstance(node, tree.UnaryOp):
        return _is_plain(node.operand)
    return isinstance(node, tree.Constant) or (isinstance(node, tree.Name) and node.id.isupper())


def _leaves_in_eval_mode(statement: tree.Statement) -> bool:
    """Whether a statement is `if not self.training: return ...`."""
    if not isinstance(statement, tree.If) or not isinstance(statement.test, tree.UnaryOp):
        return False
    is_asked = statement.test.op == "not" and tree.dotted(statement.test.operand) == "self.training"
    return is_asked and isinstance(statement.body[-1], tree.Return)


def outputs(file: File) -> Iterator[OutputView]:
    """The tuples that forwards of this file's modules return, in source order."""
    for cls in sorted(file.analysis.classes, key=lambda c: c.node.start):
        forward = cls.methods.get("forward")
        if forward is None or not cls.is_module or cls.has_imposed_interface:
            continue
        for node in file.tree.own(forward.node, tree.Return):
            if isinstance(node.value, tree.Tuple):
                view = OutputView(file, node, cls, forward)
                if len(view.elements) > 1:
                    yield view
