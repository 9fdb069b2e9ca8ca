from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="data", severity="warning", symptoms="validation-differs ranks-drift results-differ", words="random_split")
def check(file: File) -> Findings:
    """Unseeded `random_split` splits differently per run and per rank, so validation samples get trained on."""
    if testing.is_part_of_tests(file):
        return  # a split for one run only
    is_seeded = detect.speaks_of_seeds(file)
    for split in detect.unseeded_splits(file):
        fix = Fix("Pass a seeded generator", split.seeded, safe=False)
        if split.is_of_each_rank:
            yield finding(
                split,
                "`random_split` splits differently on each rank, so one trains on what others validate on; "
                "pass a seeded `generator`",
                fix=fix,
                sure=split.is_surely_of_each_rank,
            )
        elif split.is_continued and not is_seeded:  # trained and validated in one run otherwise, as far as is seen
            yield finding(
                split,
                "`random_split` splits differently in each run, so a resumed run validates on trained samples; "
                "pass a seeded `generator`",
                fix=fix,
                sure=split.is_resumed_here,
            )
