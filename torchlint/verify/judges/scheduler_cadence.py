"""Whether a scheduler steps about as often as it was told that it would."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

FAR = 2  # times as often, or as seldom
ENOUGH = 4  # steps of the optimizer


def judge(seen: Sequence[Observation]) -> Verdict:
    """It steps once per epoch where it counts batches, or for each batch where it counts epochs."""
    if not total(seen, "schedulers"):
        return Verdict("undecided", "no scheduler that expects a fixed number of steps was created here")
    facts = max((each.facts for each in seen), key=lambda facts: int(facts["steps"]))
    steps, scheduled, horizon = facts["steps"], facts["scheduled"], facts["horizon"]
    rates = [Number("last rate used", facts["last_rate"])] if facts["last_rate"] is not None else []
    numbers = (
        Number("steps", scheduled, "steps"),
        Number("expected", horizon, "steps"),
        Number("optimizer steps", steps, "steps"),
        *rates,
    )
    if steps < ENOUGH:
        return Verdict("undecided", f"{times(steps, 'step')} of its optimizer: too few", numbers)
    rate = f"; that step used a learning rate of {facts['last_rate']:.3g}" if rates else ""
    # The scheduler is read when its optimizer steps: what it does after the last such step is not seen.
    when = f"by the last of {times(steps, 'step')} of its optimizer"
    text = f"had stepped {times(scheduled)} {when}, where {horizon} were expected"
    is_late = steps >= FAR * (scheduled + 1) and horizon >= FAR * (scheduled + 1)
    if is_late or scheduled >= FAR * horizon:
        return Verdict("confirmed", text + rate, numbers)
    if horizon <= FAR * scheduled:
        return Verdict("refuted", text, numbers)
    return Verdict("undecided", f"{text}: the run may have ended early", numbers)
