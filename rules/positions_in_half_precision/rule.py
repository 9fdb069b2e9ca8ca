from torchlint import File, Findings, finding, rule
from torchlint.proofs import merged_positions

from . import detect


@rule(group="precision", severity="warning", symptoms="accuracy-at-chance", words="arange")
def check(file: File) -> Findings:
    """Bfloat16 counts no further than 256, and float16 than 2048, so angles of later positions are those of others."""
    for coarse in detect.coarse_positions(file):
        if coarse.type and not coarse.buffer:
            message = f"`{coarse}` is {coarse.type}, which skips numbers from {coarse.counts_to} on; count in float32"
        else:
            cast = coarse.type or "half precision"
            message = f"`{coarse}` is cast to {cast} with `{coarse.buffer}`; compute angles in float32"
        yield finding(
            coarse,
            message,
            proof=merged_positions(positions=coarse.positions, frequencies=coarse.frequencies),
            sure=coarse.is_sure,  # else the range may be short, or the model never cast
        )
