from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="evaluation", severity="error", symptoms="validation-differs", words="parameters AveragedModel", preview=True
)
def check(file: File) -> Findings:
    """An average of parameters alone leaves BatchNorm layers with the statistics of another model."""
    for update in detect.parameters_alone(file):
        yield finding(
            update,
            f"`{update.averaged}` keeps the BatchNorm statistics that it began with; copy its `buffers()`, too",
            sure=update.is_sure,
        )
    for made in detect.never_updated(file):
        yield finding(
            made, f"`{made}` averages no BatchNorm statistics; call `update_bn(loader, ...)` before it is used"
        )
