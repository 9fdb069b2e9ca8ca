from torchlint import File, Findings, finding, rule
from torchlint.proofs import loader_wait
from torchlint.queries import data, testing


@rule(group="speed", severity="info", default=False, words="DataLoader", replaces="TOR401 S6983")
def check(file: File) -> Findings:
    """A DataLoader without workers loads each batch while the model waits for it."""
    if testing.is_part_of_tests(file):
        return  # a test loads little
    for loader in data.loaders(file):
        if not loader.trains or not loader.has_no_workers:
            continue  # nobody is seen to train on it, or it may have workers
        if loader.is_in_memory:
            continue  # tensors that are there already
        if loader.may_read_ahead:
            continue  # a stream with threads of its own, and somebody who says so
        yield finding(
            loader,
            f"`{loader.name}` loads each batch while the model waits; give it `num_workers`",
            proof=loader_wait(loader),
        )
