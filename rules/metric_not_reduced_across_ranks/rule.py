from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect, detect_lightning, detect_repeated


@rule(
    group="distributed",
    severity="warning",
    symptoms="validation-differs ranks-drift",
    words="DistributedSampler gather prepare eval Lightning",
)
def check(file: File) -> Findings:
    """Under a `DistributedSampler`, a metric that is not reduced across ranks covers only one rank's share."""
    if testing.is_part_of_tests(file):
        return  # tests look at the value of each rank
    for number in detect.partial_numbers(file):
        together = (
            f"gather `{number.counted}` from all ranks before it is computed"
            if number.is_of_list
            else f"on all ranks, sum `{number.counted}` and its divisor with `{number.reduces}`"
        )
        yield finding(
            number,
            f"`{number}` covers only this rank's share of the data; {together}",
            sure=number.is_certain,
            related=(number.loader.says("gives each rank a share"),) if file.holds(number.loader.node) else (),
        )
    for gathered in detect_repeated.repeated(file):
        yield finding(
            gathered,
            f"`{gathered}` repeats samples that fill up the last batch; use `gather_for_metrics`",
            fix=Fix("Use gather_for_metrics", gathered.for_metrics, safe=False),
            sure=gathered.is_prepared,
        )
    for logged in detect_lightning.logged_shares(file):
        yield finding(
            logged,
            f"`{logged}` averages this rank's share of the data; pass `sync_dist=True` to get that of all ranks",
            fix=Fix("Average over all ranks", logged.synchronised, safe=False),
            sure=False,  # how many processes there are, the Trainer decides
        )
