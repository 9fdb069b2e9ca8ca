from torchlint import File, Findings, finding, rule
from torchlint.queries import data, testing

from . import detect, detect_wrappers


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="padding transformers")
def check(file: File) -> Findings:
    """Without `attention_mask`, a transformers model treats padding tokens as if they were part of the text."""
    if testing.is_part_of_tests(file):
        return  # a test may try exactly this
    for ids in detect.unmasked_ids(file):
        if data.is_of_one_text(ids.padded):
            continue  # a single text needs no padding
        yield finding(
            ids,
            f"`{ids}` is padded, and `{ids.model}` treats the padding as text; pass `attention_mask`, too",
            related=(ids.padded.says("padded here"),),
            sure=ids.is_certain and data.is_padded_surely(ids.padded),
        )
    for call in detect_wrappers.maskless_calls(file):
        yield finding(
            call,
            f"`{call.model}` treats padding as text, and `{call.method.name}` takes no mask; add an `attention_mask`",
            sure=False,  # whether ids are padded is for the caller
        )
