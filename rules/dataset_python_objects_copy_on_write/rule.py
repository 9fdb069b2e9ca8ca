from torchlint import File, Findings, finding, rule
from torchlint.queries import data, testing

from . import detect


@rule(group="memory", severity="info", symptoms="memory-grows", default=False, words="class")
def check(file: File) -> Findings:
    """A dataset's list of tuples or dicts is shared with DataLoader workers only until each copies what it reads."""
    if testing.is_part_of_tests(file):
        return  # tests have few samples
    for dataset in data.datasets(file):
        if dataset.workers != "some":
            continue  # nothing else reads the list, as far as the code shows
        for samples in detect.object_lists(dataset):
            yield finding(
                samples,
                f"`self.{samples.name}` is copied into the memory of each DataLoader worker that reads it; "
                "store large lists as NumPy arrays or tensors",
            )
