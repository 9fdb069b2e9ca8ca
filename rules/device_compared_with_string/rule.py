from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="device", severity="warning", symptoms="setting-has-no-effect", words="device")
def check(file: File) -> Findings:
    """A torch.device never equals a text, so a comparison of the two always comes out the same."""
    for compared in detect.compared_devices(file):
        yield finding(
            compared,
            f"`{compared}` is always {compared.result}, as a torch.device equals no text; compare `{compared.asked}`",
            fix=Fix("Compare the device as text", compared.as_text, safe=False),
        )
