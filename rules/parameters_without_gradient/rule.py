from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, listed, run_rule

FEWEST_STEPS = 8  # in which all parts of a model have had their turn, as a rule: experts, heads, both sides of a GAN


@run_rule(
    monitor="absent_gradients",
    group="training",
    severity="warning",
    symptoms="loss-does-not-move",
    told_by="missing_gradients",
)
def check(seen: Sequence[Sighting]) -> Measured | None:
    """Some parameters that an optimizer was given never receive a gradient, so they keep their initial values."""
    enough = [each.facts for each in seen if each.facts["without"] and each.facts["steps"] >= FEWEST_STEPS]
    if not enough:
        return None
    facts = max(enough, key=lambda facts: facts["steps"])
    count, names = facts["without"], listed(facts["names"], facts["without"])
    return Measured(
        f"{names} got no gradient in {facts['steps']} steps; use them in the loss, freeze them or remove them",
        f"{count} of its {facts['parameters']} parameters ({facts['numbers']} elements) never had a gradient",
        (Number("parameters", count), Number("steps", facts["steps"]), Number("numbers", facts["numbers"])),
    )
