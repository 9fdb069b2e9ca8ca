from torchlint import File, Findings, finding, rule
from torchlint.proofs import made_modules
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="error", symptoms="loss-does-not-move crash", words="nn")
def check(file: File) -> Findings:
    """A layer that is made in `forward` has new parameters in each call, and nothing ever trains them."""
    if testing.is_test_module(file):
        return  # models that are called once
    for layer in detect.layers_made_in_forward(file):
        if layer.has_parameters:
            message = f"`{layer}` has new parameters in each call, which are never trained; make it in `__init__`"
        elif layer.drops and not layer.switches_itself:
            message = f"`{layer}` is made in train mode, so it drops in eval mode too; make it in `__init__`"
        else:
            continue  # nothing to train and no mode: it computes the same each time
        yield finding(layer, message, proof=made_modules(model=layer.model, at=layer))
