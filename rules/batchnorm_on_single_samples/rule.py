from collections.abc import Sequence

from torchlint import Measured, Number, Sighting, listed, run_rule

FEWEST_LOOKS = 5  # at steps 1, 2, 3, 4 and 8: a batch of one may be the last of an epoch, or a first try


@run_rule(monitor="single_samples", group="training", severity="warning", symptoms="validation-differs")
def check(seen: Sequence[Sighting]) -> Measured | None:
    """BatchNorm in train mode normalises by statistics of the batch, and in this run each batch is a single sample."""
    enough = [each.facts for each in seen if each.facts["looks"] >= FEWEST_LOOKS]
    if not enough:
        return None
    facts = max(enough, key=lambda facts: facts["norms"])
    count, names, values = facts["norms"], listed(facts["names"], facts["norms"]), facts["values"]
    return Measured(
        f"batches of {names} have one sample; train with larger batches, or use GroupNorm",
        f"the batch had one sample at all {facts['looks']} steps looked at, with as few as {values} values per channel",
        (Number("batch norms", count), Number("steps looked at", facts["looks"]), Number("values", values)),
    )
