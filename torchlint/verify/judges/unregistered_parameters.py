"""Whether what is in a container is trained."""

from __future__ import annotations

from collections.abc import Sequence

from torchlint.evidence import Observation
from torchlint.verdict import Number, Verdict, times, total


def judge(seen: Sequence[Observation]) -> Verdict:
    """Parameters in the container are in none of the optimizers that step."""
    if not total(seen, "owners"):
        return Verdict("undecided", "no module was seen to have this container as an attribute")
    if not total(seen, "steps"):
        return Verdict("undecided", "no optimizer was seen to step")
    facts = max(seen, key=lambda each: int(each.facts["missing"])).facts
    missing, parameters = facts["missing"], facts["parameters"]
    if not parameters:
        return Verdict("undecided", "no parameters were found in the container while optimizers stepped")
    numbers = (
        Number("in no optimizer", missing, "parameters"),
        Number("in the container", parameters, "parameters"),
        Number("numbers in no optimizer", facts["missing_numbers"], "numbers"),
        Number("modules", facts["modules"], "modules"),
    )
    if not missing:
        return Verdict("refuted", f"all of its {times(parameters, 'parameter')} are in an optimizer", numbers)
    text = f"{missing} of its {times(parameters, 'parameter')} are in no optimizer that steps"
    if not facts["trained"] and not facts["with_gradient"]:
        return Verdict("undecided", f"{text}, but nothing else of its module is trained either", numbers)
    text = f"{text}: {facts['missing_numbers']:,} numbers are never trained"
    return Verdict("confirmed", text, numbers)
