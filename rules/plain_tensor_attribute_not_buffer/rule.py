from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import unregistered_tensor
from torchlint.queries import testing

from . import detect

_MET = "combined with a tensor on the device of the model here"


@rule(group="device", severity="warning", symptoms="checkpoint-does-not-load crash", words="torch")
def check(file: File) -> Findings:
    """A plain tensor attribute of an `nn.Module` does not follow `model.to(...)` and is missing from `state_dict()`."""
    if testing.is_test_module(file):
        return  # models that are never moved
    for tensor in detect.plain_tensors(file):
        message = "does not move with the model; use `register_buffer` instead"
        if tensor.wants_grad:
            message = "is not trained, saved or moved with the model; use `nn.Parameter`"
        elif tensor.is_placed:
            message = "stays on the device that the constructor puts it on; use `register_buffer` instead"
        elif tensor.is_lazy:
            message = "is created on the default device, wherever the input is; create it on the input's `device`"
        edits = tensor.registered()
        yield finding(
            tensor,
            f"`{tensor.attribute}` {message}",
            fix=Fix("Register it as a buffer", edits, safe=False) if edits else None,
            proof=unregistered_tensor(attribute=tensor.attribute, at=tensor),
            sure=tensor.is_sure,
            related=(tensor.used.says("returned here" if tensor.is_returned else _MET),),
        )
