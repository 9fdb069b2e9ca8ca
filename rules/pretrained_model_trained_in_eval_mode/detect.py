"""What rules see of models that are trained in the eval mode in which they were loaded."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.domain.modes import EVAL, TRAIN, UNCLEAR, mode_of
from torchlint.domain.values import MAYBE, NO, YES
from torchlint.finding import Span
from torchlint.flow.facts import ForwardFact
from torchlint.queries import View, training
from torchlint.queries.modes import ForwardView, depth_of
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What names of transformers' models and checkpoints say of the Dropout in their configurations.
_WITH = """bert roberta electra gpt2 t5 bart xlnet mpnet opt- longformer wav2vec hubert pegasus marian bigbird big_bird
    ernie layoutlm xlm- xlm_ camembert deberta openai-gpt openaigpt""".split()
_WITHOUT = """llama mistral mixtral qwen gemma phi falcon bloom gpt-neo gptneo gpt-j gptj pythia olmo smollm deepseek
    vit clip deit dino whisper convnext""".split()
# Of the classes that load any model, those for tasks that encoders are trained for.
_TASKS = """SequenceClassification TokenClassification QuestionAnswering MultipleChoice MaskedLM
    Seq2SeqLM NextSentencePrediction""".split()


# What a class says that puts models in train mode, by whichever name.
_SWITCHES = re.compile(r"\.train\((True|self\.|\w*\s*=|\))|[\"']train[\"']|\.training\b")


@dataclass(frozen=True, slots=True, eq=False)
class LoadedInEval(ForwardView):
    """A forward of training in the eval mode that loading has left the model in."""

    switch: tree.Node  # what has put it in eval mode
    level: int  # whether it has Dropout, or BatchNorm
    is_seen: bool = True  # whether the code shows all that is done with the model from there on

    @property
    def is_sure(self) -> bool:
        return self.level == YES and self.is_seen

    @property
    def loader(self) -> str:
        """What leaves the model in eval mode, for people."""
        if _is_pretrained(self.file, self.switch):
            return "from_pretrained"
        function = _loader(self.file, self.switch)
        return function.name if function else ""

    @property
    def story(self) -> tuple[tuple[Span, str], ...]:
        """Where the model is put in eval mode, as far as this file shows it."""
        held = self.file.holds(self.switch)
        return (View(self.file, self.switch).says("switched to eval mode here"),) if held else ()


def loaded_in_eval(file: File) -> Iterator[LoadedInEval]:
    """Each such forward, one per model, in source order."""
    found: dict[tree.Node | None, LoadedInEval] = {}
    for fact in file.facts.forwards:
        place = fact.where.called_from(depth_of(fact)) or fact.node
        if fact.model.source in found or not file.holds(place) or not is_trained(file, fact):
            continue  # already reported, or reported when that file is checked
        switch = _left_by(file, fact)
        kept = _kept_by_object(file, fact) if switch is None else None
        switch, is_seen = switch or kept, kept is None
        level = _level(file, fact, switch) if switch is not None else NO
        if switch is not None and level != NO:
            found[fact.model.source] = LoadedInEval(file, place, (fact,), switch, level, is_seen)
    yield from sorted(found.values(), key=lambda view: view.node.start)


def is_trained(file: File, fact: ForwardFact) -> bool:
    """Whether a forward is part of a training, by an optimizer that has parameters of the model."""
    steps = (loop for loop in fact.where.loops if {"backward", "step"} <= loop.did)
    if fact.origin not in file.facts.differentiated or not any(steps) or fact.model.source is None:
        return False
    relations = training.relations(file)
    held = relations.held_by(frozenset(file.analysis.tracer.optimizers))
    return relations.share(frozenset((fact.model.source,)), held.models)


def left_by_loading(file: File, fact: ForwardFact) -> tree.Node | None:
    """The `eval()` of a function that loads the model, if that is called on one of two ways here.

    On the other way, the model is in the mode in which it was made.
    """
    made = [switch for switch in fact.switches if switch.node is None or switch.node in fact.sources]
    evals = [switch.node for switch in fact.switches if switch not in made]
    if not made or len(evals) != 1 or evals[0] is None or any(switch.mode != TRAIN for switch in made):
        return None
    if any(switch.mode != EVAL for switch in fact.switches if switch not in made):
        return None
    if _loader(file, evals[0]) is not None:
        return evals[0]
    return next((call for call in _calls_of_own_eval(file, evals[0]) if _loader(file, call) is not None), None)


def _calls_of_own_eval(file: File, node: tree.Node) -> list[tree.Call]:
    """The calls of the method `eval` around a switch, of a class that passes it on to its part."""
    around = {f.node for called in file.facts.functions.values() for f in called if f.name == "eval"}
    own = next((function for function in around if node in tree.walk(function)), None)
    return [call for call, called in file.facts.functions.items() if any(f.node is own for f in called)] if own else []


def _left_by(file: File, fact: ForwardFact) -> tree.Node | None:
    """What has left the model, or a part of it, in eval mode: a call that loads it, by itself or in a function."""
    nodes = {switch.node for switch in fact.switches}
    if len(nodes) == 1 and mode_of(fact.switches) == EVAL:
        node = nodes.pop()
        if node is None or node is fact.model.source:
            return node if _is_pretrained(file, node) else None
        loader = _loader(file, node)
        around = {fact.where.function, *fact.where.stack}
        return node if loader is not None and all(f is None or f.node is not loader for f in around) else None
    parts = [switch.node for switch in fact.switches if switch.mode == UNCLEAR]
    return parts[0] if len(parts) == 1 and _is_pretrained(file, parts[0]) else None


def _kept_by_object(file: File, fact: ForwardFact) -> tree.Node | None:
    """The call of `from_pretrained` in a constructor, of a model that a method trains and nothing switches.

    Who makes such an object is not seen, but neither its class nor a file of the project calls `model.train()`.
    """
    source, function, called = fact.model.source, fact.where.function, fact.node.func
    owner = function.owner if function is not None else None
    if owner is None or source is None or not isinstance(called, tree.Attribute):
        return None
    if any(one.mode != UNCLEAR or _is_given(file, one.node, called.attr) for one in fact.switches):
        return None
    if not _is_pretrained(file, source) or not file.holds(source) or not file.is_within(source, owner.node):
        return None
    if any(_SWITCHES.search(one.unit.tree.text_of(one.node)) for one in owner.lineage):
        return None
    switching, files = f"{called.attr}.train(", file.project_files
    is_switched = switching in file.text or (files is not None and any(files.files_mentioning(switching)))
    return None if is_switched else source


def _is_given(file: File, switch: tree.Node | None, attribute: str) -> bool:
    """Whether unknown code that may have switched a model is given what this attribute holds, or is another file's."""
    if switch is None:
        return False
    return not file.holds(switch) or any(tree.last_part(one) == attribute for one in tree.walk(switch))


def _is_pretrained(file: File, node: tree.Node | None) -> bool:
    """Whether a call is transformers' from_pretrained, which returns its model in eval mode."""
    if not (isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute)):
        return False
    if node.func.attr != "from_pretrained":
        return False
    for unit in file.analysis.units:
        if node in unit.tree.parents:
            return any(name.startswith("transformers.") for name in by_name(unit.tree).get(node, ()))
    return False


def _loader(file: File, node: tree.Node) -> tree.FunctionDef | None:
    """The function around an `eval()` that returns the model, or that loads weights into one that it is given."""
    if not (isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute)):
        return None
    name = tree.dotted(node.func.value)
    for unit in file.analysis.units:
        function = unit.tree.above(node, tree.FunctionDef) if node in unit.tree.parents else None
        if isinstance(function, tree.FunctionDef):
            returns = [n.value for n in tree.walk(function, into_functions=False) if isinstance(n, tree.Return)]
            is_returned = any(r is node or (name and tree.dotted(r) == name) for r in returns)
            return function if is_returned or _fills(file, unit.tree, function, name or "") else None
    return None


def _fills(file: File, syntax: tree.Tree, function: tree.FunctionDef, name: str) -> bool:
    """Whether a function loads weights into a parameter, or an attribute of `self`, and computes nothing with it."""
    if name.partition(".")[0] not in {parameter.name for parameter in function.parameters}:
        return False
    if not any(tree.dotted(call.func) == f"{name}.load_state_dict" for call in syntax.own(function, tree.Call)):
        return False
    around = (one for fact in file.facts.forwards for one in (fact.where.function, *fact.where.stack))
    return all(one is None or one.node is not function for one in around)


def _level(file: File, fact: ForwardFact, switch: tree.Node) -> int:
    """Whether eval mode changes what the model computes."""
    return _of_call(switch) if _is_pretrained(file, switch) else file.analysis.layers.of(fact.model)


def _of_call(call: tree.Node) -> int:
    """Whether a model that transformers loads has Dropout, by the names of its class and of its checkpoint."""
    assert isinstance(call, tree.Call)
    if any(a.keyword is not None and "dropout" in a.keyword for a in call.args):
        return NO  # the author has considered this
    owner = call.func.value if isinstance(call.func, tree.Attribute) else call.func
    name = tree.last_part(owner)
    texts = [str(a.value.value) for a in call.args if isinstance(a.value, tree.Constant)]
    said = " ".join((name, *texts)).lower()
    if any(word in said for word in _WITH):
        return YES
    if any(word in said for word in _WITHOUT):
        return NO
    return YES if name.endswith(tuple(_TASKS)) else MAYBE
