from torchlint import File, Findings, finding, rule
from torchlint.queries import data, testing

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="padding", preview=True)
def check(file: File) -> Findings:
    """Padded ids as labels teach a model to write padding, unless -100 takes the padding's place."""
    if testing.is_part_of_tests(file) or detect.is_masked_somewhere(file):
        return  # nothing learns there; or something of the program takes padding out of labels
    for labels in detect.padded_labels(file):
        if data.is_of_one_text(labels.padded):
            continue  # a single text is as long as itself
        yield finding(
            labels,
            f"`{labels}` keeps the padding, which the model learns to write; put -100 where `attention_mask` is 0",
            related=(labels.padded.says("padded here"),),
            sure=data.is_padded_surely(labels.padded),
        )
