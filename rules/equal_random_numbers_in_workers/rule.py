from collections.abc import Sequence
from typing import Any

from torchlint import Measured, Number, Sighting, run_rule

FEWEST_DRAWS = 2  # batches of a worker that drew: what is drawn once may be meant to be the same in all of them


@run_rule(
    monitor="worker_draws",
    group="reproducibility",
    severity="warning",
    symptoms="results-differ augmentation-repeats",
    told_by="repeated_in_workers",
)
def check(seen: Sequence[Sighting]) -> Measured | None:
    """Several DataLoader workers draw the same random numbers for samples of different batches."""
    alike = [workers for workers in together(seen) if len({each["worker"] for each in workers}) > 1]
    if not alike:
        return None
    facts = max(alike, key=len)
    name, workers = facts[0]["generator"], sorted({each["worker"] for each in facts})
    batches, (first, _) = min(len(each["draws"]) for each in facts), facts[0]["draws"][0]
    return Measured(
        f"`{name}` draws the same numbers in {len(workers)} DataLoader workers; "
        "seed it in a `worker_init_fn`, from `torch.initial_seed()`",
        f"workers {', '.join(map(str, workers))} of {facts[0]['of']} drew from the same state of `{name}` for their "
        "batch "
        f"{first}, and each for {batches} of the batches looked at",
        (Number("workers", len(workers)), Number("batches that drew", batches)),
    )


def together(seen: Sequence[Sighting]) -> list[list[dict[str, Any]]]:
    """The workers of one pass that drew for the same batch of theirs from the same state."""
    found: dict[object, list[dict[str, Any]]] = {}
    for each in seen:
        facts = each.facts
        for batch, state in facts["draws"] if len(facts["draws"]) >= FEWEST_DRAWS else ():
            found.setdefault((facts["pass"], facts["generator"], batch, state), []).append(facts)
    return list(found.values())
