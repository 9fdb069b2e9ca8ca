from torchlint import File, Findings, finding, rule
from torchlint.proofs import merged_positions

from . import detect


@rule(group="precision", severity="warning", symptoms="accuracy-at-chance", words="arange")
def check(file: File) -> Findings:
    """Positions in bfloat16 are exact only up to 256 (float16: 2048), so the angles of later positions are wrong."""
    for coarse in detect.coarse_positions(file):
        if coarse.type and not coarse.buffer:
            skips = f"`{coarse}` is {coarse.type}, which skips integers above {coarse.counts_to}"
            message = f"{skips}; use float32, and cast the result"
        else:
            cast = coarse.type or "half-precision"
            which = f"those above {coarse.counts_to}" if coarse.type else "large ones"
            message = (
                f"`{coarse}` makes {cast} positions, like `{coarse.buffer}`, so {which} are rounded; "
                "compute them in float32"
            )
        yield finding(
            coarse,
            message,
            proof=merged_positions(positions=coarse.positions, frequencies=coarse.frequencies),
            sure=coarse.is_sure,  # else the range may be short, or the model never cast
        )
