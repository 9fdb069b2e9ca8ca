from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="error",
    symptoms="crash",
    words="distributed DistributedDataParallel DistributedSampler",
)
def check(file: File) -> Findings:
    """A collective such as `all_reduce` raises where the program allows itself to run without a process group."""
    if testing.is_part_of_tests(file):
        return  # a test has a process group, or wants the error
    for call in detect.unguarded_collectives(file):
        yield finding(
            call,
            f"`{call}` raises in runs where {call.without}; {call.instead}",
            sure=call.is_certain,
        )
