from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import lost_parameter

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move", words="Parameter requires_grad")
def check(file: File) -> Findings:
    """What is computed of a parameter is no parameter, so no module registers it and no optimizer trains it."""
    for lost in detect.lost_parameters(file):
        if lost.is_parameter and lost.is_stored_on_a_module:
            fate = "is never saved or moved" if lost.is_frozen else "is never trained"
            message = (
                f"after `{lost.work}` it is no parameter, so `{lost.name}` {fate}; do that inside `{lost.maker}()`"
            )
        elif lost.gradient is not None:
            message = f"after `{lost.work}` it is no leaf, so `{lost.name}` gets no gradient; do that before"
        else:
            continue  # an intermediate result, of which nobody wants the gradient
        fix = Fix("Work on what the parameter is made of", lost.working_inside(), safe=False)
        yield finding(lost, message, fix=fix, proof=lost_parameter(lost))
