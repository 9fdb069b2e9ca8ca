from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="warning", symptoms="loss-does-not-move", words="backward training_step", preview=True)
def check(file: File) -> Findings:
    """What is compared, counted or taken by argmax has no gradient, so as a summand of a loss it trains nothing."""
    for term in detect.constant_summands(file):
        yield finding(
            term,
            f"`{term}` trains nothing: `{term.cut}` has no gradient; use the outputs as they are",
            related=term.notes,
        )
