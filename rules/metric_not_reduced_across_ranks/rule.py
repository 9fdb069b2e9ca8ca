from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect, detect_repeated


@rule(
    group="distributed",
    severity="warning",
    symptoms="validation-differs ranks-drift",
    words="DistributedSampler gather prepare",
)
def check(file: File) -> Findings:
    """Under a DistributedSampler, a metric that is not reduced is that of one process's part of the data."""
    if testing.is_part_of_tests(file):
        return  # a test looks at the parts
    for number in detect.partial_numbers(file):
        yield finding(
            number,
            f"`{number}` is that of this rank's part of the data; add up `{number.counted}` with `{number.reduces}`",
            sure=number.is_certain,
            related=(number.loader.says("gives each rank a part"),),
        )
    for gathered in detect_repeated.repeated(file):
        yield finding(
            gathered,
            f"`{gathered}` has samples twice that fill up the last batch; `gather_for_metrics` leaves them out",
            fix=Fix("Leave them out", gathered.for_metrics, safe=False),
            sure=gathered.is_prepared,
        )
