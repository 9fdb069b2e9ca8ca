from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="data", severity="warning", symptoms="validation-differs ranks-drift results-differ", words="random_split")
def check(file: File) -> Findings:
    """Unseeded, random_split holds out other samples in each run and rank: a training sees what it validates with."""
    if testing.is_part_of_tests(file):
        return  # split for one run
    is_seeded = detect.speaks_of_seeds(file)
    for split in detect.unseeded_splits(file):
        fix = Fix("Split with a seed", split.seeded, safe=False)
        if split.is_of_each_rank:
            yield finding(
                split,
                "Each rank splits anew, and trains on what others validate with; pass a `generator`",
                fix=fix,
                sure=split.is_surely_of_each_rank,
            )
        elif split.is_continued and not is_seeded:  # trained and validated in one run otherwise, as far as is seen
            yield finding(
                split,
                "This splits anew in each run, and a resumed one trains on what it validates with; pass a `generator`",
                fix=fix,
                sure=split.is_resumed_here,
            )
