"""Whether processes that train one model together draw from generators with the same seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total
from torchlint.verify.ranks import named

Seeds = Mapping[int, Mapping[str, str]]  # of each rank, by the kind of generator


def judge(seen: Sequence[Observation]) -> Verdict:
    """While they train, some generator has the same seed in several processes."""
    by_rank = {each.facts["rank"]: each.facts["seeds"] for each in seen if each.facts["processes"] > 1}
    if len(by_rank) < 2:
        return Verdict("undecided", "only one process was observed, so there is nothing to compare")
    if not all(by_rank.values()):
        silent = named(sorted(rank for rank, seeds in by_rank.items() if not seeds))
        return Verdict("undecided", f"{silent} took no step after {times(total(seen, 'seeded'), 'seed')}")
    groups = {kind: _largest(by_rank, kind) for kind in next(iter(by_rank.values()))}
    sharing = max(groups.values(), key=len)
    same = [kind for kind, group in groups.items() if len(group) > 1 and group == sharing]
    numbers = (
        Number("processes", len(by_rank), "processes"),
        Number("generators with one seed", len(same), "generators"),
    )
    if not same:
        return Verdict("refuted", f"{named(sorted(by_rank))} each train with their own seed", numbers)
    first, *others = sharing
    where = " and ".join("GPUs" if kind == "cuda" else "the CPU" for kind in same)
    draw = "draws" if len(others) == 1 else "draw"
    seed = by_rank[first][same[0]]
    text = f"{named(others)} {draw} from the same seed ({seed}) as rank {first}, on {where}, while they train"
    if rest := len(by_rank) - len(sharing):
        text += f"; {rest} of {len(by_rank)} processes {'does' if rest == 1 else 'do'} not"
    return Verdict("confirmed", text, numbers)


def _largest(by_rank: Seeds, kind: str) -> list[int]:
    """The largest group of ranks that share a seed."""
    groups: dict[str, list[int]] = {}
    for rank in sorted(by_rank):
        if (seed := by_rank[rank].get(kind)) is not None:
            groups.setdefault(seed, []).append(rank)
    return max(groups.values(), key=len, default=[])
