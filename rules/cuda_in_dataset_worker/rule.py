from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="device", severity="error", symptoms="crash", words="cuda", preview=True)
def check(file: File) -> Findings:
    """CUDA in code that DataLoader workers run fails in forked workers, or initialises CUDA again in each of them."""
    if testing.is_part_of_tests(file):
        return  # a test of what happens
    for use in detect.worker_cuda(file):
        if use.workers == "none" or use.are_spawned:
            continue  # loaded in the main process, or in workers that may use CUDA
        yield finding(
            use,
            f"`{use}` uses CUDA in DataLoader workers, which raises if they are forked; "
            "move each batch to the GPU in the training loop",
            sure=use.workers == "some",
        )
