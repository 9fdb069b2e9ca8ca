from torchlint import File, Findings, finding, rule
from torchlint.proofs import made_modules
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move crash", words="nn")
def check(file: File) -> Findings:
    """A layer created in `forward` has new parameters in every call, and they are never trained."""
    if testing.is_test_module(file):
        return  # models that are called once
    for layer in detect.layers_made_in_forward(file):
        if layer.has_parameters:
            message = f"`{layer}` has new parameters in every call, which are never trained; create it in `__init__`"
        elif layer.drops and not layer.switches_itself:
            message = f"`{layer}` is created in train mode, so it drops in eval mode too; create it in `__init__`"
        else:
            continue  # no parameters and no mode: it computes the same each time
        yield finding(layer, message, proof=made_modules(model=layer.model, at=layer))
