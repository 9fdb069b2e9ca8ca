from torchlint import File, Findings, finding, rule
from torchlint.proofs import uneven_means

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="ignore_index sum backward")
def check(file: File) -> Findings:
    """Adding up token means of micro-batches gives more weight to tokens of micro-batches with fewer valid tokens."""
    for mean in detect.masked_means(file):
        advice = 'use `reduction="sum"` and divide by all valid tokens'
        if mean.is_of_transformers:
            advice = "pass their number as `num_items_in_batch`"
        yield finding(
            mean,
            f"`{mean}` averages each micro-batch, so tokens of short ones count more; {advice}",
            proof=uneven_means(at=mean, target=mean.target, ignored=mean.ignored, divisor=mean.divisor)
            if mean.is_countable
            else None,
            sure=mean.is_of_padding,  # else all passes may have equally many
            related=(mean.step.says("applies the means of several micro-batches"),),
        )
