from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="data", severity="warning", symptoms="memory-grows augmentation-repeats", words="cycle", preview=True)
def check(file: File) -> Findings:
    """`itertools.cycle` keeps all batches of a loader's first pass in memory, and repeats them in the same order."""
    if testing.is_part_of_tests(file):
        return  # a test takes a few batches
    for cycle in detect.cycles(file):
        if cycle.takes_few:
            continue  # no more batches than are written here
        if cycle.repeats_alike:
            continue  # tensors in memory, in the order that they always have
        yield finding(
            cycle,
            f"`cycle` keeps all batches of `{cycle.loader}` and repeats them; iterate over it again in each pass",
            sure=cycle.is_surely_of_loader,
        )
