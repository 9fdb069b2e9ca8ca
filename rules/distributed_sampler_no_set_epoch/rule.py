from torchlint import File, Findings, finding, rule
from torchlint.proofs import sample_order

from . import detect, detect_projects


@rule(
    group="distributed",
    severity="error",
    symptoms="ranks-drift augmentation-repeats",
    words="DistributedSampler create_loader",
)
def check(file: File) -> Findings:
    """A `DistributedSampler` without `set_epoch(epoch)` shuffles in the same order in every epoch."""
    stuck = list(detect.stuck_samplers(file))
    for sampler in stuck:
        name = sampler.name
        what = (
            "call `{0}.set_epoch(epoch)` before each epoch{1}"
            if sampler.under is None
            else "call `set_epoch` outside of that `if`"
        )
        when = f" unless `{sampler.under}`" if sampler.under is not None else ""
        yield finding(
            sampler,
            f"`{name}` shuffles in the same order every epoch{when}; {what.format(name, sampler.program)}",
            proof=sample_order(sampler),
            related=sampler.elsewhere,
            # what the condition asks for may always hold, and the setting that decides about `shuffle` be off
            sure=sampler.under is None and sampler.is_said_to_shuffle,
        )
    for untold in detect_projects.untold_samplers(file):
        if all(untold.node is not sampler.node for sampler in stuck):
            yield finding(
                untold,
                f"`{untold}` shuffles in the same order every epoch: no file of the project calls `set_epoch`",
                proof=sample_order(untold),
                sure=False,  # the loop of epochs is not seen
            )
