from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="device", severity="error", words="device")
def check(file: File) -> Findings:
    """A torch.device never equals a text, so `device == "cuda"` is False on every machine."""
    for comparison in detect.comparisons_with_text(file):
        said = comparison.is_written
        yield finding(
            comparison,
            f"`{comparison}` is always {comparison.result}, as a torch.device equals no text; compare `{said}.type`",
            fix=Fix("Compare the type", comparison.device.then(".type"), safe=False),
        )
