from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="device", severity="warning", symptoms="setting-has-no-effect", words="device")
def check(file: File) -> Findings:
    """A `torch.device` never equals a string, so comparing the two always gives the same result."""
    for compared in detect.compared_devices(file):
        yield finding(
            compared,
            f"`{compared}` is always {compared.result}, as a torch.device never equals a string; "
            f"compare `{compared.asked}`",
            fix=Fix("Compare a string with a string", compared.as_text, safe=False),
            sure=compared.is_certain,
        )
