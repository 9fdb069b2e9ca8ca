from torchlint import File, Findings, finding, rule
from torchlint.proofs import batchnorm_updates
from torchlint.queries import devices


@rule(
    group="training",
    severity="info",
    symptoms="validation-differs",
    default=False,
    words="checkpoint checkpoint_sequential",
)
def check(file: File) -> Findings:
    """A checkpointed function runs again in `backward`, so a BatchNorm inside updates its statistics twice."""
    for call in devices.checkpoints(file):
        body = call.body
        if body is None or not call.holds_batch_norm or not call.may_have_grad:
            continue  # no layer in it counts its calls, or nothing is recomputed
        yield finding(
            call,
            f"`backward()` runs the checkpointed `{body}` again, so its BatchNorm statistics update twice; "
            "keep BatchNorm out of checkpoints",
            proof=batchnorm_updates(function=body, at=call),
            sure=call.has_known_segments,
        )
