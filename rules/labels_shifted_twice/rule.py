from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="labels", preview=True)
def check(file: File) -> Findings:
    """A causal language model shifts its labels itself, so shifted ones teach it the token after the next one."""
    for shifted in detect.shifted_labels(file):
        shifts = "the model shifts it" if shifted.is_certain else "a causal model of transformers shifts it"
        yield finding(
            shifted,
            f"`{shifted}` is shifted already, and {shifts} once more; give it the ids uncut, as inputs and labels",
            related=(shifted.cut.says("cut at the other end"),),
            sure=shifted.is_certain,
        )
