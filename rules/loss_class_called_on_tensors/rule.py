from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="Loss")
def check(file: File) -> Findings:
    """Calling a loss class such as `nn.MSELoss` on tensors passes them as settings; create the loss object first."""
    for made in detect.made_losses(file):
        given = made.positional
        if len(given) < 2 or given[0].is_literally is not ...:
            continue  # a weight per class, a margin, or settings by name; `nn.HuberLoss("mean", delta)`
        if not (detect.is_tensor(given[1]) or any(map(detect.is_for_a_loss, given)) or detect.is_used_as_number(made)):
            continue  # settings: a weight per class, a margin, a reduction
        yield finding(
            made,
            f"`{made.callee}` is a class that takes settings, not tensors; write `{made.callee}()(...)`",
            fix=Fix("Create the loss first", made.callee.then("()"), safe=False),
        )
