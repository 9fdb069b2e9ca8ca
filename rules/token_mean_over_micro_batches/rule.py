from torchlint import File, Findings, finding, rule
from torchlint.proofs import uneven_means

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="ignore_index sum")
def check(file: File) -> Findings:
    """Means over the valid tokens of each micro-batch weigh a token more where there are fewer of them."""
    for mean in detect.masked_means(file):
        yield finding(
            mean,
            f"`{mean}` is a mean over its own valid tokens; divide a sum by those of all passes",
            proof=uneven_means(at=mean, target=mean.target, ignored=mean.ignored, divisor=mean.divisor)
            if mean.is_countable
            else None,
            sure=mean.is_of_padding,  # else all passes may have equally many
            related=(mean.step.says("applies the means of several passes"),),
        )
