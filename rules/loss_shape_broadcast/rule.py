from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import broadcast_shapes

from . import detect


@rule(
    group="training", severity="error", symptoms="out-of-memory loss-does-not-move accuracy-at-chance", words="Linear"
)
def check(file: File) -> Findings:
    """An output of shape (N, 1) and a target of shape (N,) are spread to (N, N): each is held against all others."""
    for pair in detect.broadcasts(file):
        output, target = pair.sides
        yield finding(
            pair,
            f"`{output}` is (N, 1) and `{target}` is (N,), so this compares all with all; use `.squeeze(-1)`",
            fix=Fix("Squeeze the output", pair.squeezed, safe=False),
            proof=broadcast_shapes(output=output, target=target),
            sure=pair.is_of_rows,
        )
