from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, listed, run_rule

FEWEST_LOOKS = 4


@run_rule(monitor="untrained_parameters", group="training", severity="warning", symptoms="loss-does-not-move")
def check(seen: Sequence[Sighting]) -> Measured | None:
    """Some parameters of a model get gradients but are in no optimizer, while its other parameters are trained."""
    enough = [each.facts for each in seen if each.facts["without"] and each.facts["looks"] >= FEWEST_LOOKS]
    if not enough:
        return None
    facts = max(enough, key=lambda facts: facts["steps"])
    count, names = facts["without"], listed(facts["names"], facts["without"])
    return Measured(
        f"{names} of `{facts['model']}` get gradients but are in no optimizer; "
        "pass them to an optimizer, or freeze them",
        f"{count} of {facts['parameters']} parameters ({facts['numbers']} elements) had gradients in {facts['steps']}"
        " steps but were in no optimizer",
        (Number("parameters", count), Number("numbers", facts["numbers"]), Number("steps", facts["steps"])),
    )
