from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, listed, run_rule

FEWEST_LOOKS = 4  # at steps 2, 3, 4 and 8: at the first, a layer behind one that starts at zero gets zeros, as in LoRA


@run_rule(monitor="gradient_values", group="training", severity="warning", symptoms="loss-does-not-move")
def check(seen: Sequence[Sighting]) -> Measured | None:
    """The gradients of some parameters are exactly zero at all steps looked at, so these parameters learn nothing."""
    zero = [each.facts["zero"] for each in seen if "zero" in each.facts]
    enough = [facts for facts in zero if facts["looks"] >= FEWEST_LOOKS]
    if not enough:
        return None
    facts = max(enough, key=lambda facts: facts["looks"])
    count, names = facts["zero"], listed(facts["names"], facts["zero"])
    return Measured(
        f"all gradients of {names} are zero; check for a dead ReLU, a saturated activation or a factor of 0",
        f"{count} of {facts['parameters']} parameters had all-zero gradients at all {facts['looks']} steps looked at",
        (Number("parameters", count), Number("steps looked at", facts["looks"]), Number("numbers", facts["numbers"])),
    )
