from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="evaluation", severity="error", symptoms="validation-differs", words="parameters AveragedModel", preview=True
)
def check(file: File) -> Findings:
    """Averaging only the parameters leaves the averaged model with the BatchNorm statistics of another model."""
    for update in detect.parameters_alone(file):
        yield finding(
            update,
            f"`{update.averaged}` keeps the BatchNorm statistics it started with; "
            "copy the trained model's `buffers()` into its own",
            sure=update.is_sure,
        )
    for made in detect.never_updated(file):
        yield finding(
            made,
            f"`{made}` does not average BatchNorm statistics; "
            "call `torch.optim.swa_utils.update_bn(loader, ...)` before using it",
        )
