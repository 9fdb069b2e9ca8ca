from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="speed", severity="info", symptoms="gpu-idle", words="numpy cv2")
def check(file: File) -> Findings:
    """`torch.tensor` copies a list of NumPy arrays element by element; stack the arrays first."""
    if testing.is_part_of_tests(file):
        return  # tests have few numbers
    for made in detect.made_of_arrays(file):
        yield finding(made, f"`{made}` copies element by element; pass one array, `{made.array}`")
