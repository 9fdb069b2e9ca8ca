from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="error",
    symptoms="ranks-drift distributed-run-hangs",
    words="async_op isend irecv",
    replaces="waiting-with-pytorch-distributed",
)
def check(file: File) -> Findings:
    """Communication that nobody waits for is not finished when the program reads or overwrites its tensors."""
    if testing.is_part_of_tests(file):
        return  # a test of communication tries just that
    for call in detect.unawaited(file):
        yield finding(
            call,
            f"`{call.name}` is not waited for, so its tensors change later; keep the handle and call `.wait()`",
            sure=not call.may_be_over,
        )
