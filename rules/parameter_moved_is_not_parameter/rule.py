from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import lost_parameter

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="Parameter requires_grad")
def check(file: File) -> Findings:
    """An operation on an `nn.Parameter` returns a plain tensor, which no module registers and no optimizer trains."""
    for lost in detect.lost_parameters(file):
        if lost.is_parameter and lost.is_stored_on_a_module:
            after = f"if `{lost.work}` converts anything," if lost.may_change_nothing else f"after `{lost.work}`"
            fate = "is never saved or moved" if lost.is_frozen else "is never trained"
            message = (
                f"{after} this is a plain tensor, so `{lost.name}` {fate}; write `{lost.work}` inside `{lost.maker}()`"
            )
        elif lost.gradient is not None:
            message = (
                f"after `{lost.work}` this is not a leaf, so `{lost.name}.grad` stays None; "
                f"set `requires_grad` only after `{lost.work}`"
            )
        else:
            continue  # an intermediate result whose gradient is not used
        fix = Fix("Apply it before the parameter is created", lost.working_inside(), safe=False)
        yield finding(lost, message, fix=fix, proof=lost_parameter(lost))
