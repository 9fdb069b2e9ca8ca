from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="warning",
    symptoms="ranks-drift distributed-run-hangs",
    words="init_process_group Exception RuntimeError",
)
def check(file: File) -> Findings:
    """If errors of `init_process_group` are swallowed, a rank that does not find the others trains alone, as rank 0."""
    if testing.is_part_of_tests(file):
        return  # a test looks at what is raised
    for start in detect.swallowed_starts(file):
        if start.is_alone_anyway:
            continue  # `world_size=1`: there are no other processes to wait for
        yield finding(
            start,
            f"`{start.name}` may fail, and each rank then trains alone; let the error propagate",
            sure=start.is_certain,
            related=(start.caught.says("caught here"),),
        )
