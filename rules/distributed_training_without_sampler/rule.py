from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_idle, detect_prepared


@rule(group="distributed", severity="warning", symptoms="ranks-drift", words="DataLoader accelerate", preview=True)
def check(file: File) -> Findings:
    """Without a `DistributedSampler`, every rank goes through the whole dataset instead of its own share."""
    if testing.is_part_of_tests(file):
        return  # a test gives all processes the same batches to compare them
    reported = set()
    for loader in detect.whole_loaders(file):
        reported.add(loader.function)
        yield finding(
            loader,
            f"`{loader.name}` gives every rank {loader.happens}; pass `sampler=DistributedSampler(...)`",
            sure=loader.is_certain,
            related=(loader.wrapper.says("trained by all ranks together"),) if loader.wrapper is not None else (),
        )
    for sampler in detect_idle.idle_samplers(file):
        if sampler.function in reported:
            continue  # the loader that lacks it is reported
        yield finding(
            sampler,
            f"`{sampler.variable}` is passed to no DataLoader, so every rank gets all samples; "
            f"pass `sampler={sampler.variable}`",
            sure=sampler.is_certain,
        )
    for prepared in detect_prepared.dropped_loaders(file):
        yield finding(
            prepared,
            f"`{prepared.method}` does not change `{prepared.loader}`, so every rank gets all samples; "
            f"iterate over the loader that it returns",
        )
