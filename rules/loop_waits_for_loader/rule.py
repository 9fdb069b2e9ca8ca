from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, run_rule

FEWEST_BATCHES = 8
OPTIONS = {
    "share": "The share of the loop's time that may be spent on waiting, from 0 to 1.",
    "seconds": "Report only if all waits together take at least this long, whatever their share.",
}


@run_rule(monitor="loader_share", group="speed", severity="info", symptoms="gpu-idle", options=OPTIONS)
def check(seen: Sequence[Sighting], *, share: float = 0.25, seconds: float = 0.5) -> Measured | None:
    """A training loop spends more than a quarter of its time waiting for its DataLoader."""
    waits = [
        each.facts
        for each in seen
        if each.facts["share"] > share
        and each.facts["batches"] >= FEWEST_BATCHES
        and each.facts["waited"] >= seconds
        and not each.facts["is_judged"]  # `dataloader-underconfigured` tells the same of the DataLoader
    ]
    if not waits:
        return None
    facts = max(waits, key=lambda facts: facts["share"])
    workers, each = facts["workers"], facts["waited"] / facts["batches"]
    write = "make samples cheaper to load, or add workers" if workers else "set `num_workers` on its DataLoader"
    have = f"{workers} worker{'s' * (workers != 1)}" if workers else "no workers"
    part = "a quarter" if share == 0.25 else f"{share:.0%}"
    return Measured(
        f"this loop spends more than {part} of its time waiting for batches; {write}",
        f"{facts['share']:.0%} of the loop's time is spent waiting: {each * 1e3:.1f} ms per batch, with {have}",
        (Number("wait share", facts["share"]), Number("wait", each, "seconds/batch"), Number("workers", workers)),
    )
