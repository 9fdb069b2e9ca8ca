from torchlint import File, Findings, finding, rule
from torchlint.proofs import loader_wait
from torchlint.queries import data, testing

from . import detect, detect_unseen


@rule(group="speed", severity="info", symptoms="gpu-idle", default=False, words="DataLoader", replaces="TOR401 S6983")
def check(file: File) -> Findings:
    """A DataLoader keeps the model waiting unless it has workers, keeps them alive, and pins batches for a GPU."""
    if testing.is_part_of_tests(file):
        return  # tests load little
    for loader in data.loaders(file):
        is_seen = loader.trains
        if not is_seen and not detect_unseen.is_for_training(loader):
            continue  # no loop trains on it, and neither its name nor its order is one for training
        if loader.has_workers or detect.may_have_workers(loader):
            starts, copies = detect.restarts_its_workers(loader), detect.waits_for_pageable_memory(file, loader)
            does = "restarts its workers in every epoch" if starts else "does not pin its batches for the GPU"
            give = ["persistent_workers=True"] * starts + ["pin_memory=True"] * copies
            if give:
                says = f"`{loader.name}` {does}; pass `{', '.join(give)}`"
                is_sure = is_seen and loader.has_workers and (starts or loader.leaves_out("pin_memory"))
                yield finding(loader, says, sure=is_sure)
        if not loader.has_no_workers:
            continue  # may have workers
        if loader.is_in_memory:
            continue  # tensors that are already in memory
        if loader.may_read_ahead:
            continue  # a stream with its own threads, and code that says so
        yield finding(
            loader,
            f"`{loader.name}` loads each batch while the model waits; pass e.g. `num_workers=4`",
            proof=loader_wait(loader) if is_seen else None,
            sure=is_seen,
        )
