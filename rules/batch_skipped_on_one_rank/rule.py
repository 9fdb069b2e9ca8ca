from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_guarded


@rule(group="distributed", severity="error", symptoms="distributed-run-hangs", words="continue backward")
def check(file: File) -> Findings:
    """A rank that skips a batch because of its own values leaves the other ranks waiting for it in `backward`."""
    if testing.is_part_of_tests(file):
        return  # a test may skip batches
    for skip in detect.lonely_skips(file):
        yield finding(
            skip,
            f"`{skip}` may hold on one rank only, so ranks fall out of step or hang in `backward`; "
            "`all_reduce` it with MAX first",
            sure=skip.is_sure,
            related=(skip.leaves.says("skips the batch"), skip.backward.says("waits for all ranks")),
        )
    for guarded in detect_guarded.lonely_backwards(file):
        yield finding(
            guarded,
            f"`{guarded}` may differ between ranks, so they fall out of step or hang in `backward`; "
            "`all_reduce` it with MIN first",
            sure=guarded.wrapper is not None,
            related=(guarded.backward.says("waits for all ranks"),),
        )
