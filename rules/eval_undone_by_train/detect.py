"""Parts that a module's constructor puts in eval mode, and that the module's own train() puts in train mode again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, module_has_parameters
from torchlint.domain.values import NO, YES
from torchlint.knowledge.torch_api import fact
from torchlint.queries import CallView, ExpressionView, query
from torchlint.queries.data import is_in_texts_of_program, texts_of_program, texts_of_users
from torchlint.queries.modules import methods_of_construction
from torchlint.syntax import tree

from .detect_layers import layers_switched

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File

_TRAIN = re.compile(r"\.train\((True)?\)")
# Calls that train a module, by its own `train()` or by that of a framework.
_TRAINS = re.compile(rf"{_TRAIN.pattern}|\.fit\(")
# What calls train() on the module that it is given.
_FIT = re.compile(r"\.fit\(")
_SWITCHED = re.compile(r"\bself\.(\w+)\b(?: *=)?[^\n=]*\.eval\(\)")
# Code that puts layers of a module in eval mode.
_OVER_LAYERS = re.compile(r"\b(for) \w+(, *\w+)? in [^\n]*modules\(\):(?:\n[^\n]*){0,6}?\.(eval|train)\(")


@dataclass(frozen=True, slots=True, eq=False)
class UndoneEval(CallView):
    """A call of eval() in a constructor, of a part with layers that depend on the mode."""

    cls: Class  # the class of the whole
    part: str  # the attribute that holds the part
    has_known_layers: bool = True  # whether the part surely has layers that depend on the mode
    is_of_layers: bool = False  # whether a loop puts layers of the part in eval mode; of the whole without a part
    method: str = "__init__"  # the method that does so, which the constructor calls

    @property
    def again(self) -> str:
        """What `train` is to do again."""
        if not self.is_of_layers:
            return f"call `self.{self.part}.eval()` again"
        return f"call `self.{self.method}()` again" if self.method != "__init__" else "run this loop again"

    @property
    def is_kept(self) -> bool:
        """Whether the class has a `train` of its own, or code changes the part's mode or its `train` elsewhere."""
        own_train = self.cls.method("train")
        if own_train is not None and not self._only_passes_on(own_train):
            return True
        sets = rf"^[^#\n]*?(\.{self.part}\.(eval\(|train\b))"  # but not in a comment
        again = _OVER_LAYERS if self.is_of_layers else re.compile(sets, re.MULTILINE)
        above = self.file.tree.above(self.node, tree.For) if self.is_of_layers else None
        others = [one.node for one in self.file.analysis.classes if self.is_of_layers and one not in self.cls.lineage]
        apart = [self.node if above is None else above, *others]
        own = [match.start(1) for match in again.finditer(self.file.text)]
        if any(not any(node.start <= at < node.end for node in apart) for at in own):
            return True
        return any(again.search(text) for text in texts_of_users(self.file))

    def _only_passes_on(self, train: Function) -> bool:
        """Whether a `train` calls that of the base class, and does nothing to the part or to all parts."""
        text = train.unit.tree.text_of(train.node)
        return "super().train(" in text and not re.search(rf"eval\b|\b{self.part}\b|modules|children|training", text)

    @property
    def is_used(self) -> bool:
        """Whether a method of the class, or of one derived from it, calls the part: `self.part(x)`."""
        if self.is_of_layers or any(f"self.{self.part}(" in text for text in texts_of_users(self.file)):
            return True
        own = f"self.{self.part}"
        called = {tree.dotted(call.func) or "" for call in self.file.tree.inside(self.cls.node, tree.Call)}
        methods = {name.removeprefix(f"{own}.") for name in called if name.startswith(f"{own}.")}
        return own in called or any("." not in name and fact(f"torch.nn.Module.{name}") is None for name in methods)

    @property
    def is_proven(self) -> bool:
        """Whether a file puts an object of the class, or of a subclass, in train mode, which it has made itself."""
        if not self.has_known_layers:
            return False
        texts = list(texts_of_program(self.file))
        derives = re.compile(rf"^class (\w+)\([^)]*\b{re.escape(self.cls.name)}\b", re.MULTILINE)
        names = "|".join((self.cls.name, *(name for text in texts for name in derives.findall(text))))
        makes = re.compile(rf"\b(\w+)(?:: *\w+)? *= *(?:\w+\.)*(?:{names})\(")
        return any(re.search(rf"\b{name}{_TRAIN.pattern}", text) for text in texts for name in makes.findall(text))

    @property
    def is_trained_anywhere(self) -> bool:
        """Whether this file, or one that imports it, puts any module in train mode, or seems to leave that to others.

        A framework trains its own modules. A class that no code constructs by its name is made by a registry or a
        configuration, of which imports tell nothing; if it has parameters besides the part, it is there to be trained.
        """
        is_a_frameworks = self.cls.has_framework_steps and self.cls.method("training_step") is not None
        return is_a_frameworks or is_in_texts_of_program(self.file, _TRAINS) or self._is_made_by_others()

    def _is_made_by_others(self) -> bool:
        makes = re.compile(rf"(?<!class )\b{re.escape(self.cls.name)}\b *[(),]")
        if any(makes.search(text) for text in texts_of_program(self.file)):
            return False
        return self.is_beside_others

    @property
    def is_beside_others(self) -> bool:
        """Whether the whole has parameters besides those of parts in eval mode, so that it is no mere wrapper."""
        switched = set(_SWITCHED.findall(self.file.tree.text_of(self.cls.node))) | {self.part}
        others = (value for name, value in self.cls.attributes.items() if name not in switched)
        return any(module_has_parameters(one) or (one.kind == "tensor" and one.grad == YES) for one in others)


@query
def undone_evals(file: File) -> Iterator[UndoneEval]:
    """Parts of modules that their constructors put in eval mode, in source order."""
    for cls, made in methods_of_construction(file):
        for call in file.tree.own(made.node, tree.Call):
            part = _part_of(file, call)
            layers_of_part = _mode_layers(file, call.func.value) if isinstance(call.func, tree.Attribute) else NO
            if part and layers_of_part != NO:
                yield UndoneEval(file, call, cls, part, layers_of_part == YES)
            elif (layers := layers_switched(file, made, call)) is not None:
                yield UndoneEval(file, call, cls, layers.part, is_of_layers=True, method=made.name)
        for assign in file.tree.own(made.node, tree.Assign):
            held = tree.dotted(assign.targets[0]) or ""
            is_part = held.startswith("self.") and held.count(".") == 1 and isinstance(assign.value, tree.Call)
            if not is_part or not _comes_in_eval_mode(file, assign.value):
                continue
            is_known = _mode_layers(file, assign.value) == YES
            if is_known or _wraps_pretrained(file, assign.value):
                yield UndoneEval(file, assign.value, cls, held.removeprefix("self."), is_known)


def _wraps_pretrained(file: File, node: tree.Expression) -> bool:
    """Whether a module of the project holds a pretrained model of a library, most of which have Dropout."""
    value = ExpressionView(file, node).value
    if not isinstance(value.ref, Class) or file.analysis.layers.of(value) == NO:
        return False
    calls = value.ref.unit.tree.inside(value.ref.node, tree.Call)
    return any(tree.last_name(call.func) == "from_pretrained" and _is_model(call) for call in calls)


def _is_model(call: tree.Call) -> bool:
    return isinstance(call.func, tree.Attribute) and "Model" in tree.last_name(call.func.value)


def _comes_in_eval_mode(file: File, call: tree.Expression) -> bool:
    """Whether the one function that a call runs puts what it returns in eval mode: `net = Net(); net.eval()`."""
    functions = list(file.facts.functions.get(call, ())) if isinstance(call, tree.Call) else []
    if len(functions) != 1 or not isinstance(functions[0].node, tree.FunctionDef):
        return False
    node, syntax = functions[0].node, functions[0].unit.tree
    returned = [one.value for one in syntax.own(node, tree.Return)]
    if len(returned) == 1 and isinstance(only := returned[0], tree.Call) and _switches(only):
        return True  # `return net.eval()`
    name = returned[0].id if len(returned) == 1 and isinstance(returned[0], tree.Name) else None
    called = {tree.dotted(one.func) for one in syntax.own(node, tree.Call) if not one.args}
    return name is not None and f"{name}.eval" in called


def _part_of(file: File, call: tree.Call) -> str:
    """The attribute whose module a call of eval() is for: `self.part = Part().eval()`, or `self.part.eval()`."""
    if not isinstance(call.func, tree.Attribute) or not _switches(call):
        return ""
    statement = file.tree.statement(call)
    held = tree.dotted(call.func.value) or ""
    if not held.startswith("self.") and isinstance(statement, tree.Assign) and _is_value(statement.value, call):
        held = tree.dotted(statement.targets[0]) or ""
    return held.removeprefix("self.") if held.startswith("self.") and held.count(".") == 1 else ""


def _switches(call: tree.Call) -> bool:
    """Whether a call puts a module in eval mode: `net.eval()`, `net.train(False)`."""
    if not isinstance(call.func, tree.Attribute):
        return False
    return (call.func.attr == "eval" and not call.args) or (
        call.func.attr == "train" and len(call.args) == 1 and tree.is_false(call.args[0].value)
    )


def _is_value(value: tree.Expression, call: tree.Call) -> bool:
    """Whether a call gives what is assigned, perhaps on one of two ways: `Part().eval() if wanted else None`."""
    return call in ([value.body, value.orelse] if isinstance(value, tree.Conditional) else [value])


def _mode_layers(file: File, node: tree.Expression) -> int:
    """Whether a module has layers such as Dropout or BatchNorm: YES, NO, or MAYBE where its class is not seen."""
    return file.analysis.layers.of(ExpressionView(file, node).value)
