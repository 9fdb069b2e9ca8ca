from torchlint import File, Findings, finding, rule

from . import detect, detect_sums


@rule(
    group="evaluation", severity="error", symptoms="validation-differs", words="parameters AveragedModel", preview=True
)
def check(file: File) -> Findings:
    """Averaging only the parameters leaves the averaged model with the BatchNorm statistics of another model."""
    reported = set()
    for update in detect.parameters_alone(file):
        reported.add(update.node)
        yield finding(
            update,
            f"`{update.averaged}` keeps its initial BatchNorm statistics, as this averages parameters only; "
            f"copy `{update.trained}.buffers()` into `{update.averaged}.buffers()`",
            sure=update.is_sure,
        )
    for total in detect_sums.summed_parameters(file):
        if total.node in reported:
            continue  # already reported
        yield finding(
            total,
            f"`{total.averaged}` keeps the BatchNorm statistics that it had, as this adds up parameters only; "
            f"average `{total.trained}.buffers()` as well",
            sure=total.is_sure,
        )
    for made in detect.never_updated(file):
        yield finding(
            made,
            f"`{made}` keeps its initial BatchNorm statistics; "
            "call `torch.optim.swa_utils.update_bn` on it before using it",
        )
