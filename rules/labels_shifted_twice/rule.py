from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="labels", preview=True)
def check(file: File) -> Findings:
    """Causal language models shift the labels themselves, so shifted labels train for the token after the next."""
    for shifted in detect.shifted_labels(file):
        shifts = "the model shifts it" if shifted.is_certain else "a causal model of transformers shifts it"
        yield finding(
            shifted,
            f"`{shifted}` is already shifted, and {shifts} again; pass the uncut ids as both inputs and labels",
            related=(shifted.cut.says("cut at the other end"),),
            sure=shifted.is_certain,
        )
