from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="distributed", severity="warning", words="DistributedSampler")
def check(file: File) -> Findings:
    """Under a DistributedSampler, a metric that is not reduced is that of one process's part of the data."""
    if testing.is_part_of_tests(file):
        return  # a test looks at the parts
    for number in detect.partial_numbers(file):
        yield finding(
            number,
            f"`{number}` is that of this rank's part of the data; add up `{number.counted}` with `dist.all_reduce`",
            sure=number.is_certain,
            related=(number.loader.says("gives each rank a part"),),
        )
