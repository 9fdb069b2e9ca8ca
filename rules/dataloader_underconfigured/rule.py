from torchlint import File, Findings, finding, rule
from torchlint.proofs import loader_wait
from torchlint.queries import data, testing

from . import detect


@rule(group="speed", severity="info", default=False, words="DataLoader", replaces="TOR401 S6983")
def check(file: File) -> Findings:
    """A DataLoader without workers loads each batch while the model waits for it."""
    if testing.is_part_of_tests(file):
        return  # a test loads little
    restarted = detect.restarted_workers(file)
    for loader in data.loaders(file):
        if not loader.trains or loader.is_in_memory:
            continue  # nobody is seen to train on it, or its tensors are there already
        if loader.may_read_ahead:
            continue  # a stream with threads of its own, and somebody who says so
        if loader.has_no_workers:
            says, is_sure = "loads each batch while the model waits; give it `num_workers`", True
        elif loader.node in restarted:
            says = "starts its workers again in each epoch; add `persistent_workers=True`"
            is_sure = restarted[loader.node]
        else:
            continue  # its workers go on, or are needed once
        yield finding(loader, f"`{loader.name}` {says}", proof=loader_wait(loader), sure=is_sure)
