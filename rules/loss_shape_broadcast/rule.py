from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import broadcast_shapes

from . import detect, detect_likely


@rule(
    group="training",
    severity="error",
    symptoms="out-of-memory loss-does-not-move accuracy-at-chance",
    words="Linear MSELoss L1Loss SmoothL1Loss HuberLoss mse_loss l1_loss smooth_l1_loss huber_loss",
)
def check(file: File) -> Findings:
    """An (N, 1) output and an (N,) target broadcast to (N, N), so each output is compared with every target."""
    reported = set()
    for pair in (*detect.broadcasts(file), *detect_likely.likely_broadcasts(file)):
        output, target = pair.sides
        if pair.node in reported:
            continue  # already reported
        reported.add(pair.node)
        yield finding(
            pair,
            f"`{output}` (N, 1) and `{target}` (N,) broadcast to (N, N), all outputs by all targets; "
            f"use `{output.with_call('.squeeze(-1)')}`",
            fix=Fix("Squeeze the output", pair.squeezed, safe=False),
            proof=broadcast_shapes(output=output, target=target),
            sure=pair.is_of_rows,
        )
