from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, listed, run_rule

FEWEST_LOOKS = 4


@run_rule(monitor="untrained_parameters", group="training", severity="warning", symptoms="loss-does-not-move")
def check(seen: Sequence[Sighting]) -> Measured | None:
    """Parameters of a model get gradients that no optimizer applies, while others of the model are trained."""
    enough = [each.facts for each in seen if each.facts["without"] and each.facts["looks"] >= FEWEST_LOOKS]
    if not enough:
        return None
    facts = max(enough, key=lambda facts: facts["steps"])
    count, names = facts["without"], listed(facts["names"], facts["without"])
    return Measured(
        f"{names} of `{facts['model']}` get gradients and are in no optimizer; pass them to it, or freeze them",
        f"{count} of {facts['parameters']} parameters, {facts['numbers']} numbers, had gradients in {facts['steps']}"
        " steps and were in no optimizer",
        (Number("parameters", count), Number("numbers", facts["numbers"]), Number("steps", facts["steps"])),
    )
