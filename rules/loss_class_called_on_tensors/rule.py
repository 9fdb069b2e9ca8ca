from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="Loss")
def check(file: File) -> Findings:
    """A loss that is a class takes its settings first: tensors go to the object that this makes."""
    for made in detect.made_losses(file):
        given = made.positional
        if len(given) < 2 or not any(detect.is_for_a_loss(value) for value in given):
            continue  # settings: a weight per class, a margin, a way to reduce
        yield finding(
            made,
            f"`{made.callee}` is a class and takes settings; write `{made.callee}()(...)`",
            fix=Fix("Make the loss first", made.callee.then("()"), safe=False),
        )
