from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="device", severity="error", symptoms="crash", words="cuda", preview=True)
def check(file: File) -> Findings:
    """CUDA in what a DataLoader's workers run fails in forked workers, or starts CUDA once more in each."""
    if testing.is_part_of_tests(file):
        return  # made to see what happens
    for use in detect.worker_cuda(file):
        if use.workers == "none" or use.are_spawned:
            continue  # it is the main process that loads, or processes that may start CUDA
        yield finding(
            use,
            f"`{use}` runs in the loader's workers; give out CPU tensors, and move the batch in the loop",
            sure=use.workers == "some",
        )
