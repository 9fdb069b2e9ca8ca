from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance checkpoint-does-not-load", words="state_dict")
def check(file: File) -> Findings:
    """Entries of a checkpoint given to a model's keys by position end in the wrong layers if their order differs."""
    if testing.is_part_of_tests(file):
        return  # it may compare two orders
    for pairing in detect.paired_weights(file):
        yield finding(
            pairing,
            f"`{pairing}` gives a model's keys the entries of `{pairing.other}` by position; go by their names",
            sure=pairing.lacks_buffers,  # else the checkpoint may have the same order
        )
