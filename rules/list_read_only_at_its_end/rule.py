from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="memory", severity="info", symptoms="out-of-memory", words="append", preview=True)
def check(file: File) -> Findings:
    """A list that collects the tensor of each step keeps all of them in memory, although only the last one is used."""
    if testing.is_part_of_tests(file):
        return  # a test takes a few steps
    for kept in detect.lists_read_at_their_end(file):
        yield finding(
            kept,
            f"`{kept.container}` keeps the tensors of all steps, of which the last is used; keep `{kept.appended}`",
            sure=kept.is_of_tensors,
            related=(kept.read.says("only the last one is used"),),
        )
