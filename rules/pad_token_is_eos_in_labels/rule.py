from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="pad_token")
def check(file: File) -> Findings:
    """If `pad_token` is `eos_token`, masking labels by the pad id also masks every end of text."""
    for mask in detect.masked_labels(file):
        instead = "add a separate pad token" if mask.is_collator else "mask by `attention_mask`"
        yield finding(
            mask,
            f"`{mask}` also masks every end of text, because `pad_token` is `eos_token`; {instead}",
            related=(mask.padding.says("the pad token is the end-of-text token from here on"),),
            sure=mask.is_sure,
        )
