from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, run_rule

FEWEST_STEPS = 5
MUCH = 0.05  # share of a step's time
INSTEAD = {
    "number": "fetch numbers every few steps, or after the loop",
    "size": "the values decide its size; keep the shape, with a mask or `torch.where`",
    "mask": "the values decide its size; keep the shape, with a product or `torch.where`",
    "copy": "copy later and less often, or from pinned memory with `non_blocking=True`",
    "all": "synchronize only where something is timed",
}


@run_rule(monitor="device_waits", group="speed", severity="info", symptoms="gpu-idle")
def check(seen: Sequence[Sighting]) -> Measured | None:
    """A line of each training step makes the host wait for the device, for more than a twentieth of the step."""
    waits = [
        each.facts
        for each in seen
        if each.facts["steps"] >= FEWEST_STEPS
        and each.facts["blocked"] > MUCH * each.facts["step"]
        and not each.facts["is_judged"]  # `sync-in-hot-loop` times the same wait
    ]
    if not waits:
        return None
    facts = max(waits, key=lambda facts: facts["blocked"] / facts["step"])
    number, blocked, step, others = facts["waits"], facts["blocked"], facts["step"], facts["others"]
    more = f"; {others} more place{'s' * (others != 1)} wait{'s' * (others == 1)} in each step" if others else ""
    return Measured(
        f"the host waits for the device here in each step; {INSTEAD[facts['waits_for']]}",
        f"{number} wait{'s' * (number != 1)} per step, {blocked * 1e3:.3g} ms of the {step * 1e3:.3g} ms that a step "
        f"takes, in {facts['steps']} of {facts['of']} steps{more}",
        (
            Number("blocked share", min(blocked / step, 1.0)),
            Number("waits", number, "waits/step"),
            Number("blocked", blocked, "seconds/step"),
        ),
    )
