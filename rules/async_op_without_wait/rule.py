from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="error",
    symptoms="ranks-drift distributed-run-hangs",
    words="async_op isend irecv torch",
    replaces="waiting-with-pytorch-distributed",
)
def check(file: File) -> Findings:
    """Asynchronous communication has not finished until `wait()` returns, so its tensors are not safe to use yet."""
    if testing.is_part_of_tests(file):
        return  # a test of communication may try exactly this
    for call in detect.unawaited(file):
        yield finding(
            call,
            f"`{call.name}` may still be running when {call.tensor} used; {call.instead} first",
            sure=not call.may_be_over,
        )
