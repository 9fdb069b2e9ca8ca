from torchlint import File, Findings, finding, rule
from torchlint.proofs import sample_order

from . import detect


@rule(group="distributed", severity="error", words="DistributedSampler")
def check(file: File) -> Findings:
    """A DistributedSampler that is never told the epoch shuffles in the same order in every epoch."""
    for sampler in detect.stuck_samplers(file):
        name = sampler.name
        yield finding(
            sampler,
            f"`{name}` shuffles in the same order in each epoch; call `{name}.set_epoch(epoch)` before each",
            proof=sample_order(sampler),
            related=sampler.elsewhere,
        )
