from torchlint import File, Findings, finding, rule
from torchlint.queries import data, testing

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="padding", preview=True)
def check(file: File) -> Findings:
    """Padding tokens left in the labels teach the model to generate padding; replace them by -100."""
    if testing.is_part_of_tests(file) or detect.is_masked_somewhere(file):
        return  # nothing is trained here, or the program masks padding in the labels
    for labels in detect.padded_labels(file):
        if data.is_of_one_text(labels.padded) or labels.is_masked_here:
            continue  # a single text needs no padding, or the function masks what it has padded
        yield finding(
            labels,
            f"`{labels}` keeps the padding, which the model learns to generate; "
            f"set `{labels}` to -100 where `attention_mask` is 0",
            related=(labels.padded.says("padded here"),),
            sure=data.is_padded_surely(labels.padded),
        )
