from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance checkpoint-does-not-load", words="state_dict")
def check(file: File) -> Findings:
    """Copying checkpoint entries into a model by position puts them in the wrong layers if the order differs."""
    if testing.is_part_of_tests(file):
        return  # a test may compare two orders
    for pairing in detect.paired_weights(file):
        if pairing.lacks_buffers:
            wrong = f"`{pairing.other}`, which lacks buffers, so the pairs shift; use the `state_dict()` of both"
        else:
            wrong = f"`{pairing.other}` by position, so weights may get into wrong layers; match them by name"
        yield finding(
            pairing,
            f"`{pairing}` pairs {pairing.what} with {wrong}",
            sure=pairing.lacks_buffers,  # else the checkpoint may have the same order
        )
