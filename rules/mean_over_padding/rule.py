from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_masked, detect_zeroed


@rule(
    group="training",
    severity="warning",
    symptoms="accuracy-at-chance",
    words="pad padding pad_packed_sequence mask",
    preview=True,
)
def check(file: File) -> Findings:
    """A mean over all positions of padded sequences includes the padding, so it depends on the rest of the batch."""
    if testing.is_part_of_tests(file):
        return  # a test may compare exactly this
    reported = set()
    for mean in detect.means_over_padding(file):
        if mean.is_of_one_sequence:
            continue  # a single text needs no padding
        reported.add(mean.node)
        yield finding(
            mean,
            f"`{mean}` includes the padding; {mean.advice}",
            related=(mean.padded.says("padded here"),),
            sure=mean.is_certain,
        )
    for masked in detect_masked.masked_means(file):
        if masked.node not in reported:
            yield finding(
                masked,
                f"`{masked}` includes the positions that `{masked.mask}` hides as padding; leave those out of the mean",
                related=(masked.model.says("given the mask"),),
                sure=False,
            )
    for zeroed in detect_zeroed.zeroed_means(file):
        yield finding(
            zeroed,
            f"`{zeroed}` counts the padding that `{zeroed.mask}` sets to 0; divide the sum by the number of the others",
            sure=zeroed.is_sure,
        )
