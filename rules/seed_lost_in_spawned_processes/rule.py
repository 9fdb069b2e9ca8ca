from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="reproducibility", severity="warning", symptoms="results-differ", words="spawn start_processes")
def check(file: File) -> Findings:
    """A seed set before `mp.spawn` does not reach the spawned processes, which start with seeds of their own."""
    if testing.is_part_of_tests(file):
        return  # a test compares what its processes return
    for seeding in detect.lost_seeds(file):
        yield finding(
            seeding,
            f"`{seeding}` does not reach processes that `{seeding.start}` starts; seed in `{seeding.worker}`, too",
            sure=seeding.is_certain,
            related=(seeding.started.says("starts processes with other seeds"),),
        )
