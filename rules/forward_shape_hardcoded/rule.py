from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import flattened_rows

from . import detect


@rule(group="api", severity="info", symptoms="setting-has-no-effect", words="view reshape", default=False)
def check(file: File) -> Findings:
    """Flattening features to a hard-coded size works for one input resolution and no other."""
    for shape in detect.fixed_shapes(file):
        fate = "mixes samples" if shape.is_inferred else "fails"
        yield finding(
            shape,
            f"`{shape}` {fate} when the input size changes; write `{shape.flattened}.flatten(1)`",
            fix=Fix("Flatten each sample", shape.flatten(), safe=False),
            proof=flattened_rows(rows=shape.flattened, at=shape),
        )
