from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="warning",
    symptoms="distributed-run-hangs ranks-drift",
    words="LOCAL_RANK local_rank get_node_local_rank local_process_index",
)
def check(file: File) -> Findings:
    """`LOCAL_RANK` starts at 0 on each machine: as the global rank, it makes machines read the same data, or hang."""
    if testing.is_part_of_tests(file):
        return  # tests run on one machine
    for use in detect.local_ranks_as_ranks(file):
        yield finding(
            use,
            f"`{use}` starts at 0 on each machine, so {use.effect}; use {use.instead}",
            sure=use.is_certain,
            related=(use.origin.says("the rank on its machine"),) if use.is_asked_before else (),
        )
