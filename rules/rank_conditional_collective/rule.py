from torchlint import File, Findings, finding, rule
from torchlint.proofs import waiting_collective
from torchlint.queries import testing

from . import detect


@rule(group="distributed", severity="error", words="rank is_main is_master is_global")
def check(file: File) -> Findings:
    """A collective that some ranks do not call makes those that call it wait until they time out."""
    if testing.is_part_of_tests(file):
        return  # a test may try just that
    for call in detect.lonely_calls(file):
        yield finding(
            call,
            f"`{call.name}` waits for all ranks, and is called {call.who} only; call it on all of them",
            proof=waiting_collective(callee=call.callee, at=call),
            related=(call.test.says("this holds for some ranks only"),),
        )
