from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="error",
    symptoms="distributed-run-hangs",
    words="break return exit quit",
    preview=True,
)
def check(file: File) -> Findings:
    """If only rank 0 leaves the training loop, the other ranks wait for it in the next `backward`."""
    if testing.is_part_of_tests(file):
        return  # a test may try exactly this
    for exit_ in detect.lonely_exits(file):
        decides = "leaves" if exit_.is_direct else "decides to leave"
        yield finding(
            exit_,
            f"only {exit_.who} {decides} the training loop, so the others hang in `backward`; "
            "broadcast the decision with `dist.broadcast`",
            sure=exit_.is_sure,
            related=(exit_.leaves.says("leaves the loop"),),
        )
