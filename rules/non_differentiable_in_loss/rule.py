from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="training", severity="warning", symptoms="loss-does-not-move", words="backward training_step", preview=True)
def check(file: File) -> Findings:
    """Comparisons, counts and `argmax` have no gradient, so adding a term built from them to a loss trains nothing."""
    for term in detect.constant_summands(file):
        instead = "compute it from a sigmoid or softmax of the outputs"
        if term.cut.is_cast or term.cut.is_copy:
            instead = "leave out the cast" if term.cut.is_cast else "use `torch.stack`"
        yield finding(
            term,
            f"`{term}` trains nothing, as `{term.cut}` has no gradient; {instead}",
            related=term.notes,
        )
