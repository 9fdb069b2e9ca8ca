from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="numerics", severity="warning", symptoms="results-differ", words="norm", preview=True)
def check(file: File) -> Findings:
    """`torch.linalg.norm(p, 1)` without `dim` is the matrix norm of each weight, not the sum of its absolute values."""
    if testing.is_part_of_tests(file):
        return  # a test may compare norms
    for norm in detect.matrix_norms(file):
        yield finding(
            norm,
            f"`{norm}` {norm.happens}; write `torch.linalg.vector_norm({norm.given}, {norm.order})`",
            sure=norm.is_certain,
            fix=Fix("Use the norm of all entries", norm.edits, safe=False),
            related=(norm.over.says("each parameter, whatever its shape"),),
        )
