from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="warning",
    symptoms="ranks-drift distributed-run-hangs",
    words="rank RANK process_index",
)
def check(file: File) -> Findings:
    """`dist.get_rank()` numbers processes across all machines; the GPU's index on its machine is `LOCAL_RANK`."""
    if testing.is_part_of_tests(file):
        return  # tests run on one machine
    for use in detect.ranks_as_devices(file):
        yield finding(
            use,
            f"`{use}` counts over all machines, so a second machine has no such device; use `{use.on_machine}`",
            related=(use.rank.says("the global rank"),) if use.is_asked_before else (),
        )
