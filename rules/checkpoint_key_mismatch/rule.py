from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_copies, detect_nested, detect_own_state


@rule(group="training", severity="error", symptoms="checkpoint-does-not-load", words="load")
def check(file: File) -> Findings:
    """Reading a key that the checkpoint is saved without raises KeyError on every resume."""
    if testing.is_part_of_tests(file):
        return  # a test may read what it does not find
    for read in (*detect.missing_keys(file), *detect_own_state.keys_not_given(file)):
        yield finding(
            read,
            f"`{read}` raises KeyError: the checkpoint is saved without it; {read.instead}",
            sure=read.is_sure,
            related=(read.saved.says("saved here"),) if read.saved is not None else (),
        )
    for call in detect_nested.nested_weights(file):
        yield finding(
            call,
            f"`{call}` gets the whole checkpoint, whose keys match no weights; pass its {call.key!r} entry",
            sure=call.is_of_torch,
        )
    for copy in detect_copies.short_copies(file):
        yield finding(
            copy,
            f"`{copy}` saves no {copy.key!r}, which others beside it have and resuming reads: KeyError; save it, too",
            sure=False,  # this file may never be loaded
        )
