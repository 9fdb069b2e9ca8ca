"""Whether workers of DataLoaders repeat each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total

WHAT = {"generator": "random states", "seed": "seeds", "sample": "samples"}


def judge(seen: Sequence[Observation]) -> Verdict:
    """What a worker sees another worker has seen: in the same pass over the loader or, but for samples, in another."""
    workers = [each for each in seen if each.facts["worker"] is not None]
    if not workers:
        return Verdict("undecided", "no DataLoader worker reached this: it loads in the main process in this run")
    read = [each for each in workers if each.facts["digests"]]
    if not read:
        return Verdict("undecided", f"nothing that could be compared in {times(total(workers, 'values'), 'execution')}")
    role = read[0].facts["role"]
    passes = _by_pass(read)
    groups = passes.values() if role == "sample" else [[each for one in passes.values() for each in one]]
    values, repeated = _repeated(groups)
    numbers = (Number("workers", len(read)), Number("repeated", repeated / values), Number("compared", values))
    ran = "1 pass" if len(passes) == 1 else f"{len(passes)} passes"
    what = f"{values} {WHAT[role]} in {times(len(read), 'worker')} of {ran}"
    if repeated:
        return Verdict("confirmed", f"{repeated} of {what} were the same as in another worker", numbers)
    if not _could_repeat(role, read, passes):
        return Verdict("undecided", f"none of {what} repeated: too few to tell", numbers)
    return Verdict("refuted", f"none of {what} repeated", numbers)


def _by_pass(read: Sequence[Observation]) -> dict[int, list[Observation]]:
    found = defaultdict(list)
    for each in read:
        found[each.facts["pass"]].append(each)
    return dict(found)


def _repeated(groups: Iterable[Sequence[Observation]]) -> tuple[int, int]:
    """How many values there are, each counted once per process, and how many of them an earlier process had too."""
    values = repeated = 0
    for group in groups:
        held: set[int] = set()
        for each in group:
            own = set(each.facts["digests"])
            values += len(own)
            repeated += len(own & held)
            held |= own
    return values, repeated


def _could_repeat(role: str, read: Sequence[Observation], passes: dict[int, list[Observation]]) -> bool:
    """Whether enough was seen for a repetition to show."""
    if role == "seed":  # which worker 0 has in one pass says nothing of the next
        ids = [each.facts["worker"] for each in read]
        return len(ids) > len(set(ids))
    if role == "sample" and any(each.facts["values"] > len(each.facts["digests"]) for each in read):
        return False  # the rest may be what the others had first
    return any(len(group) > 1 for group in passes.values())
