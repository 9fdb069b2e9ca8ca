from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import repeated_in_workers
from torchlint.queries import testing

from . import detect


@rule(group="reproducibility", severity="error", symptoms="results-differ augmentation-repeats", words="worker init_fn")
def check(file: File) -> Findings:
    """Workers that are seeded with what no epoch changes draw in each epoch the random numbers of the first one."""
    if testing.is_part_of_tests(file):
        return  # a test wants the same numbers
    for seeding in detect.worker_seeds(file):
        yield finding(
            seeding,
            f"`{seeding}` seeds each epoch's workers alike; leave it out, or seed with `torch.initial_seed()`",
            fix=Fix("Take the seed that torch gives each worker", seeding.fresh, safe=False),
            proof=repeated_in_workers(seed=seeding.seed),
            sure=not seeding.workers_may_stay,
        )
