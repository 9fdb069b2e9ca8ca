"""Whether a list holds one module several times."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """There are fewer modules than entries, and they have parameters."""
    if not total(seen, "lists"):
        return Verdict("undecided", f"no list of modules was seen in {times(total(seen, 'unknown'), 'execution')}")
    facts = max(seen, key=lambda each: int(each.facts["entries"]) - int(each.facts["modules"])).facts
    entries, modules, numbers = facts["entries"], facts["modules"], facts["numbers"]
    counts = (Number("modules", modules, "modules"), Number("entries", entries, "entries"))
    text = f"{times(modules, 'module')} in a list of {entries}"
    if entries < 2:
        return Verdict("undecided", f"{text}: nothing can be shared here", counts)
    if modules == entries:
        return Verdict("refuted", f"{text}: each entry is a different one", counts)
    if not facts["parameters"]:
        return Verdict("refuted", f"{text}, without parameters that it could share", counts)
    text = f"{text}: {numbers:,} numbers are trained instead of {numbers * entries // modules:,}"
    return Verdict("confirmed", text, (*counts, Number("trained", numbers, "numbers")))
