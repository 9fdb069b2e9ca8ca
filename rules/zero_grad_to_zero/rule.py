from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="speed",
    severity="info",
    symptoms="out-of-memory",
    default=False,
    preview=True,
    words="set_to_none",
    replaces="TOR402",
)
def check(file: File) -> Findings:
    """`zero_grad(set_to_none=False)` keeps all gradients in memory and fills them with zeros."""
    if testing.is_part_of_tests(file) or detect.needs_gradients(file):
        return  # something reads the zeros, or needs the gradients to keep their memory
    for call in file.method_calls("zero_grad"):
        given = call.argument(0, "set_to_none")
        if given is None or given.is_literally is not False:
            continue  # the default, or a setting
        if detect.is_handed_on(call):
            continue  # an optimizer whose own zero_grad passes the argument on to its base class
        yield finding(
            call,
            f"`{call}` keeps zeroed gradients in memory; remove `{detect.written(given)}`",
            fix=Fix("Remove the argument", detect.without(given), safe=False),
        )
