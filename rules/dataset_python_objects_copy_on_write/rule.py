from torchlint import File, Findings, finding, rule
from torchlint.queries import data, testing

from . import detect


@rule(group="memory", severity="info", symptoms="memory-grows", default=False, words="__getitem__")
def check(file: File) -> Findings:
    """A list of tuples or dicts in a dataset is shared with its workers, until each of them copies what it reads."""
    if testing.is_part_of_tests(file):
        return  # a test has few samples
    for dataset in data.datasets(file):
        if dataset.workers != "some":
            continue  # nobody else reads the list, as far as is seen
        for samples in detect.object_lists(dataset):
            yield finding(
                samples,
                f"`self.{samples.name}` is copied by each worker that reads it; keep many samples in arrays or tensors",
            )
