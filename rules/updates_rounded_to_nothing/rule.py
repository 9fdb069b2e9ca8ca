from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, run_rule

FEWEST_LOOKS = 4  # at steps 1, 2, 3 and 4 since the learning rate last rose
MANY = 0.5  # of the numbers that have a gradient


@run_rule(
    monitor="rounded_updates",
    group="precision",
    severity="warning",
    symptoms="loss-does-not-move",
    told_by="bfloat16_updates",
)
def check(seen: Sequence[Sighting]) -> Measured | None:
    """The optimizer's updates are too small for the parameters' dtype, so most of their elements never change."""
    enough = [each.facts for each in seen if each.facts["looks"] >= FEWEST_LOOKS and share_of(each.facts) >= MANY]
    if not enough:
        return None
    facts = max(enough, key=share_of)
    dtypes = ", ".join(facts["dtypes"])
    is_short = any(dtype in ("bfloat16", "float16") for dtype in facts["dtypes"])
    advice = "keep the parameters in float32 and use autocast" if is_short else "use a larger learning rate"
    names = ", ".join(f"`{name}`" for name in facts["names"][:2])
    such = (
        f"; {facts['whole']} of {facts['parameters']} parameters did not change at all, such as {names}"
        if names
        else ""
    )
    return Measured(
        f"{share_of(facts):.0%} of all updates are rounded away in {dtypes}; {advice}",
        f"{facts['still']} of {facts['moving']} elements with a gradient were unchanged after a step{such}",
        (
            Number("unchanged", facts["still"]),
            Number("share", share_of(facts)),
            Number("learning rate", facts["rate"]),
            Number("steps looked at", facts["looks"]),
        ),
    )


def share_of(facts: dict[str, int]) -> float:
    """The share of numbers that should have moved and have not, at the step where it was least."""
    return facts["still"] / max(facts["moving"], 1)
