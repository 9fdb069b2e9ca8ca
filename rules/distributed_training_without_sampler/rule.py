from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="distributed", severity="warning", symptoms="ranks-drift", words="DataLoader", preview=True)
def check(file: File) -> Findings:
    """Without a `DistributedSampler`, every rank goes through the whole dataset instead of its own share."""
    if testing.is_part_of_tests(file):
        return  # a test gives all processes the same batches to compare them
    for loader in detect.whole_loaders(file):
        yield finding(
            loader,
            f"`{loader.name}` gives every rank {loader.happens}; pass `sampler=DistributedSampler(...)`",
            sure=loader.is_certain,
            related=(loader.wrapper.says("trained by all ranks together"),) if loader.wrapper is not None else (),
        )
