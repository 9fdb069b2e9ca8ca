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
            f"`{update.averaged}` keeps its initial BatchNorm statistics, as this averages parameters only; "
            f"copy `{update.trained}.buffers()` into `{update.averaged}.buffers()`",
            sure=update.is_sure,
        )
    for made in detect.never_updated(file):
        yield finding(
            made,
            f"`{made}` keeps its initial BatchNorm statistics; "
            "call `torch.optim.swa_utils.update_bn` on it before using it",
        )
