from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, run_rule


@run_rule(monitor="gradient_values", group="numerics", severity="error", symptoms="loss-is-nan")
def check(seen: Sequence[Sighting]) -> Measured | None:
    """A backward produces NaN or infinite gradients, and an optimizer steps with them."""
    bad = [each.facts["not_finite"] for each in seen if "not_finite" in each.facts]
    if not bad:
        return None
    facts = min(bad, key=lambda facts: facts["step"])
    what = "NaN" if facts["nan"] else "infinity"
    count, first = facts["bad"], facts["names"][0]
    others = f" and {count - 1} more" if count > 1 else ""
    before = f"; those of step {facts['last_finite']} were finite" if facts["last_finite"] else ""
    return Measured(
        f"the gradients of `{first}`{others} are {what} at step {facts['step']}; find the operation that produces them",
        f"{count} of {facts['parameters']} parameters had NaN or infinity in their gradients{before}",
        (Number("step", facts["step"]), Number("parameters", count), Number("NaN", facts["nan"])),
    )
