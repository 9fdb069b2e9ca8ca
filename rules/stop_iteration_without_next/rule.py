from torchlint import File, Findings, finding, rule

from . import detect


@rule(group="data", severity="warning", symptoms="results-differ", words="StopIteration", preview=True)
def check(file: File) -> Findings:
    """`it = iter(loader)` in `except StopIteration` takes no batch, so the step uses the previous one again."""
    for restart in detect.restarts_without_next(file):
        batch, iterator = restart.batch, restart.iterator
        yield finding(
            restart,
            f"`{batch}` is the previous batch again in this step; add `{batch} = next({iterator})`"
            if restart.is_in_loop
            else f"`{batch}` has no value after this; add `{batch} = next({iterator})`",
            related=(restart.taken.says("takes the other batches"), restart.read.says("used here")),
        )
