from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="reproducibility",
    severity="warning",
    symptoms="results-differ",
    words="listdir glob iterdir walk scandir set( list({ files",
)
def check(file: File) -> Findings:
    """Sets and `os.listdir` have no fixed order, so splits and shards made from them differ from run to run."""
    if testing.is_part_of_tests(file):
        return  # a test looks at the files that it made
    for samples in detect.unordered_samples(file):
        differs = "in every process" if samples.is_of_a_set else "between machines"
        yield finding(
            samples,
            f"`{samples}` is {samples.how}, but its order differs {differs}; wrap it in `sorted()`",
            fix=Fix("Sort it", samples.sorted, safe=False),
            sure=samples.is_sure,
            related=(samples.place.says("depends on the order"),),
        )
