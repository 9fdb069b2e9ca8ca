from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="warning",
    symptoms="ranks-drift distributed-run-hangs",
    words="get_rank RANK process_index",
)
def check(file: File) -> Findings:
    """`get_rank()` counts the processes of all machines; a device has its number on its own, which is LOCAL_RANK."""
    if testing.is_part_of_tests(file):
        return  # tests run on one machine
    for use in detect.ranks_as_devices(file):
        yield finding(
            use,
            f"`{use}` counts all machines, and a second one has no such device; use `{use.on_machine}`",
            related=(use.rank.says("the rank among all processes"),),
        )
