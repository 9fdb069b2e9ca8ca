"""Models that make samples up, and what proves that a model given random numbers is not one of them.

Samples of a GAN are looked at in the mode that it is trained in. A model that is tried on random rows is given noise
as well, so its training decides: a generator's output goes to another model, and a classifier's is held against labels.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.domain.origins import Origin, Origins
from torchlint.domain.provenance import all_origins
from torchlint.flow.facts import Facts, ForwardFact
from torchlint.knowledge.meanings import DUMMY, NOISE
from torchlint.knowledge.torch_api import losses_wanting
from torchlint.queries.file import CallView, ExpressionView
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# The losses that hold a model's output against labels; a critic's binary loss and a difference may judge samples.
_OF_LABELS = ("class-logits", "log-probabilities")


@query
def generators(file: File) -> frozenset[tree.Node | None]:
    """Where models were made whose samples a critic judges, or that draw samples and are not trained here."""
    trained, fed = _trained(file), _fed(file)
    made_of_noise = {source for source in _given_noise(file) if source in fed or source not in trained}
    return frozenset(made_of_noise | _criticised(file.facts))


@query
def possible_generators(file: File) -> frozenset[tree.Node | None]:
    """Where models were made that are given noise and trained on their own output, which no label judges.

    It may be a generator without a critic, or a regression that is tried on random rows.
    """
    return frozenset(_given_noise(file) - generators(file) - _classifiers(file))


@query
def judged_models(file: File) -> frozenset[tree.Node | None]:
    """Where models were made that are trained here, and whose output no other model is given."""
    return _trained(file) - _fed(file)


@query
def _classifiers(file: File) -> frozenset[tree.Node | None]:
    """Where models were made whose own output a loss holds against labels."""
    record, candidates = file.facts, judged_models(file)
    names = {name for wants in _OF_LABELS for name in losses_wanting(wants)}
    losses = list(file.calls(*names, *(f"{name}.forward" for name in names)))
    operands = [loss.operand for loss in losses]
    judged = frozenset(origin for one in operands if one is not None for origin in all_origins(one.value))
    own = {_class_around(file, loss) for loss in losses} - {None}  # `return F.cross_entropy(logits, labels), logits`
    trained = (e for e in record.forwards if e.origin in record.differentiated)
    sources = (e.whole.source for e in trained if e.origin in judged or e.whole.ref in own)
    return frozenset(source for source in sources if source in candidates)


@query
def _trained(file: File) -> frozenset[tree.Node | None]:
    record = file.facts
    return frozenset(e.whole.source for e in record.forwards if e.origin in record.differentiated)


@query
def _fed(file: File) -> frozenset[tree.Node | None]:
    """Where models were made whose outputs another model is given."""
    record = file.facts
    given = {origin for e in record.forwards for origin in _origins_given(e)}
    return frozenset(e.whole.source for e in record.forwards if e.origin in given)


@query
def _given_noise(file: File) -> frozenset[tree.Node | None]:
    """Where models were made that are called with random numbers, and not only to warm up."""
    record = file.facts  # a method that makes its own noise draws samples, from whatever kind of model
    asked = (e for e in record.forwards if e.entered is None or e.origin in record.differentiated)
    used = (e for e in asked if not isinstance(file.tree.parents.get(e.node), tree.ExpressionStatement))
    return frozenset(e.whole.source for e in used if _is_given_noise(file, e))


def _class_around(file: File, loss: CallView) -> Class | None:
    """The class of the model whose method computes a loss."""
    around = file.tree.above(loss.node, tree.ClassDef)
    return file.analysis.class_at.get(around) if around is not None else None


def _is_given_noise(file: File, fact: ForwardFact) -> bool:
    """Whether a model is called with random numbers."""
    for argument in fact.node.args:
        value = ExpressionView(file, argument.value).value
        if value.made_by == DUMMY and isinstance(value.source, tree.Call):
            if tree.last_part(value.source.func) in NOISE:
                return True
    return False


def _origins_given(fact: ForwardFact) -> Origins:
    """The origins of what a model is called with."""
    return frozenset(origin for value in fact.given for origin in all_origins(value))


def _criticised(record: Facts) -> set[tree.Node | None]:
    """The models whose outputs, beside real data, another model is trained on."""
    makers: dict[Origin, set[tree.Node | None]] = {}
    for fact in record.forwards:
        makers.setdefault(fact.origin, set()).add(fact.whole.source)
    calls: Counter[tree.Node | None] = Counter()  # of each critic,
    judging: Counter[tuple[tree.Node | None, tree.Node | None]] = Counter()  # and how many are about what a model makes
    for fact in record.forwards:
        if fact.origin in record.differentiated:
            critic = fact.whole.source
            origins = _origins_given(fact)
            calls[critic] += 1
            judging.update((critic, maker) for maker in {m for origin in origins for m in makers.get(origin, ())})
    return {maker for (critic, maker), count in judging.items() if maker is not critic and count < calls[critic]}
