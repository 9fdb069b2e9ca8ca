from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import lost_dimension

from . import detect


@rule(group="training", severity="warning", words="squeeze(")
def check(file: File) -> Findings:
    """A squeeze without a dimension takes the batch away too, as soon as that holds one sample."""
    for squeeze in detect.squeezes(file):
        if squeeze.is_one_sample:
            continue  # one sample that was made a batch, or numbers that are read whatever their shape
        yield finding(
            squeeze,
            f"`{squeeze}` takes the batch away too where that is one sample; {squeeze.advice}",
            fix=Fix("Squeeze the last dimension", squeeze.of_last, safe=False),
            proof=lost_dimension(tensor=squeeze.squeezed, at=squeeze),
            sure=squeeze.is_of_any_batch,
        )
