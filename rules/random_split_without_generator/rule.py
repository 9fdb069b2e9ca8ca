from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="data", severity="warning", words="random_split")
def check(file: File) -> Findings:
    """Unseeded, random_split holds out other samples in each run: resumed, a training saw those it validates with."""
    if testing.is_part_of_tests(file) or detect.speaks_of_seeds(file):
        return  # split for one run, or the global generator has a seed
    for split in detect.unseeded_splits(file):
        if not split.is_continued:
            continue  # trained and validated in one run, as far as is seen
        yield finding(
            split,
            "This splits anew in each run, and a resumed one trains on what it validates with; pass a `generator`",
            fix=Fix("Split with a seed", split.seeded, safe=False),
            sure=split.is_resumed_here,
        )
