from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="error", symptoms="setting-has-no-effect", words="named_parameters", preview=True)
def check(file: File) -> Findings:
    """Selecting parameters by a name that no parameter has freezes nothing, and leaves an optimizer's group empty."""
    if testing.is_part_of_tests(file):
        return  # a test may select nothing on purpose
    for selection in detect.dead_selections(file):
        message = f"`{selection}` finds no parameter of `{selection.model}`; its names begin with {selection.parts}"
        if selection.prefix:
            message = (
                f"`{selection}` finds nothing: names of the wrapped `{selection.model}` begin with "
                f"`{selection.prefix}`; unwrap it first"
            )
        yield finding(selection, message, sure=selection.is_certain, related=selection.related)
