from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="pad_token")
def check(file: File) -> Findings:
    """Labels that are masked by the id of `pad_token` lose each end of text, too, where that is `eos_token`."""
    for mask in detect.masked_labels(file):
        instead = "pad with a token of its own" if mask.is_collator else "mask by `attention_mask`"
        yield finding(
            mask,
            f"`{mask}` masks each end of text, too, as the padding is `eos_token`; {instead}",
            related=(mask.padding.says("the padding is the end of text from here on"),),
            sure=mask.is_sure,
        )
