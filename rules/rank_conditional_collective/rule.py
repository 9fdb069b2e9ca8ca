from torchlint import File, Findings, finding, rule
from torchlint.proofs import waiting_collective
from torchlint.queries import testing

from . import detect


@rule(
    group="distributed",
    severity="error",
    symptoms="distributed-run-hangs",
    words="rank is_main main_process master is_primary is_global is_local is_world process_index",
)
def check(file: File) -> Findings:
    """A collective such as `all_reduce` that only some ranks call makes those ranks wait until they time out."""
    if testing.is_part_of_tests(file):
        return  # a test may try exactly this
    for call in detect.lonely_calls(file):
        waits = "waits" if call.is_certain else "may wait"
        inside = (call.inside.says("called here"),) if call.inside is not None else ()
        yield finding(
            call,
            f"`{call.name}` {waits} for all ranks, but is called only {call.who}; call it on all ranks",
            proof=waiting_collective(callee=call.callee, at=call),
            sure=call.is_certain,
            related=(call.test.says("true only on some ranks"), *inside),
        )
