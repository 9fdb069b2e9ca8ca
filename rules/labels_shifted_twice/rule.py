from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="labels", preview=True)
def check(file: File) -> Findings:
    """Causal language models shift the labels themselves, so shifted labels train for the token after the next."""
    for shifted in detect.shifted_labels(file):
        model = "the model" if shifted.is_certain else "a causal model from `transformers`"
        yield finding(
            shifted,
            f"`{shifted}` is already shifted, and {model} shifts labels again; pass {shifted.unshifted}",
            related=(shifted.inputs.says("the inputs, without the last token"),),
            sure=shifted.is_certain,
        )
