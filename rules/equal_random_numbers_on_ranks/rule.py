from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, run_rule

FEWEST_STEPS = 3  # for which the same ranks drew alike


@run_rule(
    monitor="rank_draws",
    group="distributed",
    severity="warning",
    symptoms="ranks-drift augmentation-repeats",
    told_by="seeds_across",
)
def check(seen: Sequence[Sighting]) -> Measured | None:
    """Ranks that train copies of one model draw the same noise, dropout or augmentations for different samples."""
    alike: dict[tuple[str, tuple[int, ...]], list[int]] = {}
    for (generator, step, _), found in by_state(seen).items():
        if len(found) > 1:
            alike.setdefault((generator, tuple(sorted(found))), []).append(step)
    enough = {key: steps for key, steps in alike.items() if len(steps) >= FEWEST_STEPS}
    if not enough:
        return None
    generator, ranks = max(enough, key=lambda key: len(key[1]))
    steps, total = sorted(enough[generator, ranks]), max(each.facts["ranks"] for each in seen)
    named = ", ".join(map(str, ranks[:8])) + (", ..." if len(ranks) > 8 else "")
    return Measured(
        f"{len(ranks)} ranks draw the same random numbers in training; "
        "seed with `seed + rank` after creating the model",
        f"ranks {named} of {total} drew from the same state of torch's generator on the {generator} for steps "
        f"{', '.join(map(str, steps[:5]))}",
        (Number("ranks", len(ranks)), Number("steps looked at", len(steps))),
    )


def by_state(seen: Sequence[Sighting]) -> dict[tuple[str, int, int], set[int]]:
    """The ranks that drew from one state for the same step."""
    found: dict[tuple[str, int, int], set[int]] = {}
    for each in seen:
        for step, state in each.facts["draws"]:
            found.setdefault((each.facts["generator"], step, state), set()).add(each.facts["rank"])
    return found
