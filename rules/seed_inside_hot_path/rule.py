from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="reproducibility",
    severity="error",
    symptoms="accuracy-at-chance results-differ augmentation-repeats",
    words="seed manual_seed manual_seed_all",
    preview=True,
)
def check(file: File) -> Findings:
    """A constant seed set in `__getitem__`, `forward` or a training loop repeats the same random numbers each time."""
    if testing.is_part_of_tests(file):
        return  # a test wants the same numbers
    for seeding in detect.repeated_seeds(file):
        if seeding.is_undone or seeding.is_chosen:
            continue  # the generator's state is restored, or a condition decides, such as evaluation
        yield finding(
            seeding,
            f"`{seeding}` makes {seeding.each} draw the same random numbers; seed once, at program start",
            sure=seeding.is_literal,
        )
