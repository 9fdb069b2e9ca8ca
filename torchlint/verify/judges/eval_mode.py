"""Whether a model is called in the mode that its use wants."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """A model is evaluated in train mode, or trained in eval mode, and has layers for which that matters."""
    train, evaluating = total(seen, "train"), total(seen, "eval")
    trained, trained_in_eval = total(seen, "differentiated_train"), total(seen, "differentiated_eval")
    modes = (f"{times(number)} in {mode} mode" for number, mode in ((train, "train"), (evaluating, "eval")) if number)
    numbers = (Number("in train mode", train, "calls"), Number("in eval mode", evaluating, "calls"))
    switched = total(seen, "switched")
    if switched:
        calls = times(train + evaluating + switched, "call")
        return Verdict("undecided", f"its mode had changed after {switched} of {calls}", numbers)
    called = f"called {' and '.join(modes)}"
    if not train and not evaluating:
        return Verdict("undecided", f"no module was called in {times(total(seen, 'unknown'), 'execution')}")
    if not train and not trained_in_eval:
        return Verdict("refuted", f"{called}, and never differentiated", numbers)
    if not all(each.backward_is_watched for each in seen):
        return Verdict("undecided", f"{called}; whether it is part of training could not be seen")
    if trained_in_eval:
        return _of_layers(seen, f"{called}, and backward ran through the latter", numbers)
    if not trained:
        return _of_layers(seen, f"{called}, and never differentiated", numbers, measures=True)
    if trained * 2 < train:
        return Verdict("undecided", f"{called}; backward ran through {trained} of the former")
    text = f"{called}; it is part of training: backward ran through {trained} of the former"
    return Verdict("refuted", text, numbers)


def _of_layers(
    seen: Sequence[Observation], called: str, numbers: tuple[Number, ...], *, measures: bool = False
) -> Verdict:
    dropouts, norms = (max(each.facts[name] for each in seen) for name in ("dropouts", "batch_norms"))
    if not dropouts and not norms:
        return Verdict("undecided", f"{called}, but none of its layers is known to depend on the mode")
    text = f"{called}, with {times(dropouts, 'dropout')} and {times(norms, 'batch norm')}"
    layers = (Number("active dropouts", dropouts, "layers"), Number("batch norms", norms, "layers"))
    said, measured = _effect(seen) if measures else ("", ())
    looked_at, updating = total(seen, "looked_at"), total(seen, "updating")
    changed = f"running statistics changed by {updating} of {times(looked_at, 'call')} looked at" if looked_at else ""
    updates = (Number("statistics updates", total(seen, "updates"), "updates"),) if looked_at else ()
    if measures and _has_no_effect(seen):
        same = f"eval mode gives exactly the same outputs in {times(total(seen, 'replayed'), 'call')} looked at"
        if not updating:
            return Verdict("undecided", f"{text}, but {same}", (*measured, *numbers, *layers, *updates))
        text += f"; {changed}, although {same}"
        return Verdict("confirmed", text, (*updates, *measured, *numbers, *layers))
    text += said + (changed and f"; {changed}")
    return Verdict("confirmed", text, (*measured, *numbers, *layers, *updates))


def _has_no_effect(seen: Sequence[Observation]) -> bool:
    """Whether all calls that were made again in eval mode gave exactly what they gave in train mode."""
    changes = [each.facts["change"] for each in seen if each.facts["replayed"]]
    return bool(changes) and not any(changes)


def _effect(seen: Sequence[Observation]) -> tuple[str, tuple[Number, ...]]:
    """What eval mode does to the outputs of the calls that were made again in it, in words and numbers."""
    replayed = [each.facts for each in seen if each.facts["replayed"]]
    if not replayed:
        why = next((each.facts["unreplayed"] for each in seen if each.facts["unreplayed"]), "")
        return f"; its outputs in eval mode were not measured: {why}" if why else "", ()
    change, largest = (max(facts[name] for facts in replayed) for name in ("change", "largest"))
    numbers = (Number("largest change of an output", change), Number("largest output", largest))
    moved = f"outputs change by up to {change:.3g}, where the largest is {largest:.3g}"
    differing, predictions = total(seen, "differing"), total(seen, "predictions")
    if not predictions:
        return f"; in eval mode, {moved}", numbers
    kind = next(facts["kind"] for facts in replayed if facts["kind"])
    text = f"; in eval mode, predictions (argmax) differ for {differing:,} of {predictions:,} {kind} looked at: {moved}"
    counts = (Number("differing predictions", differing, kind), Number("compared predictions", predictions, kind))
    return text, (*counts, *numbers)
