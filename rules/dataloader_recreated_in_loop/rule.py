from torchlint import File, Findings, finding, rule
from torchlint.proofs import loader_restarts
from torchlint.queries import data, testing


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="iter(")
def check(file: File) -> Findings:
    """Calling `iter(loader)` for every batch restarts the workers and the epoch each time."""
    if testing.is_part_of_tests(file):
        return  # a test looks at a few first batches
    for restart in data.loader_restarts(file):
        if not restart.is_for_one_batch or restart.is_of_another:
            continue  # a whole pass, or a different loader each time
        if not restart.is_in_training:
            continue  # a few batches to look at
        yield finding(
            restart,
            f"`{restart}` restarts the workers and the epoch in every step, so only first batches are read; "
            "create the iterator before the loop",
            proof=loader_restarts(restart.loader),
            sure=not restart.is_of_unseen_loader,
        )
