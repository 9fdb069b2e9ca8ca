from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="distributed", severity="error", symptoms="crash", words="distributed")
def check(file: File) -> Findings:
    """A collective that a program comes to without a process group raises an error, though the program allows that."""
    if testing.is_part_of_tests(file):
        return  # a test has a process group, or wants the error
    for call in detect.unguarded_collectives(file):
        yield finding(
            call,
            f"`{call}` fails where {call.without}; call it under `if torch.distributed.is_initialized():`",
            sure=call.is_certain,
        )
