from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import lost_parameter

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="Parameter requires_grad")
def check(file: File) -> Findings:
    """An operation on an `nn.Parameter` returns a plain tensor, which no module registers and no optimizer trains."""
    for lost in detect.lost_parameters(file):
        if lost.is_parameter and lost.is_stored_on_a_module:
            if lost.is_done_before:
                continue  # the parameter has that device and dtype, and is returned as it is
            when = " if it converts anything" if lost.may_change_nothing else ""
            fate = "is never saved or moved" if lost.is_frozen else "is never trained"
            instead = (
                f"keep `{lost.variable}` as an attribute" if lost.variable else f"write it inside `{lost.maker}()`"
            )
            message = f"`{lost.work}` on a parameter gives a plain tensor{when}, so `{lost.name}` {fate}; {instead}"
        elif lost.gradient is not None:
            message = (
                f"after `{lost.work}` this is not a leaf, so `{lost.name}.grad` stays None; "
                f"set `requires_grad` only after `{lost.work}`"
            )
        else:
            continue  # an intermediate result whose gradient is not used
        fix = Fix("Apply it before the parameter is created", lost.working_inside(), safe=False)
        yield finding(lost, message, fix=fix, proof=lost_parameter(lost))
