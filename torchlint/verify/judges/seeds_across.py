"""Whether processes that train one model together draw from generators with the same seed."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """While all of them train, some generator has the same seed in each process."""
    by_rank = {each.facts["rank"]: each.facts["seeds"] for each in seen if each.facts["processes"] > 1}
    if len(by_rank) < 2:
        return Verdict("undecided", "a single process was seen: there is nothing to compare with")
    if not all(by_rank.values()):
        return Verdict(
            "undecided", f"not all of {len(by_rank)} processes stepped after {times(total(seen, 'seeded'), 'seed')}"
        )
    first = next(iter(by_rank.values()))
    same = [kind for kind, seed in first.items() if all(seeds.get(kind) == seed for seeds in by_rank.values())]
    numbers = (
        Number("processes", len(by_rank), "processes"),
        Number("generators with one seed", len(same), "generators"),
    )
    if same:
        where = " and ".join("GPUs" if kind == "cuda" else "the CPU" for kind in same)
        text = f"{len(by_rank)} processes train with one seed, {first[same[0]]}, for the generators of {where}"
        return Verdict("confirmed", text, numbers)
    return Verdict("refuted", f"each of {len(by_rank)} processes trains with a seed of its own", numbers)
