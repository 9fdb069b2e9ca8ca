from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import repeated_in_workers
from torchlint.queries import testing

from . import detect


@rule(group="reproducibility", severity="error", symptoms="results-differ augmentation-repeats", words="worker init_fn")
def check(file: File) -> Findings:
    """A `worker_init_fn` with a fixed seed makes the workers draw the same random numbers in every epoch."""
    if testing.is_part_of_tests(file):
        return  # a test wants the same numbers
    for seeding in detect.worker_seeds(file):
        yield finding(
            seeding,
            f"`{seeding}` repeats each worker's random numbers in every epoch; {seeding.instead}",
            fix=Fix("Use torch's seed for each worker", seeding.fresh, safe=False),
            proof=repeated_in_workers(seed=seeding.seed),
            sure=not seeding.workers_may_stay,
        )
