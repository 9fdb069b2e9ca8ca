from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import unregistered_tensor
from torchlint.queries import testing

from . import detect


@rule(group="device", severity="warning", symptoms="checkpoint-does-not-load crash", words="torch")
def check(file: File) -> Findings:
    """A tensor that is a plain attribute of a module stays where it is when the module moves, and is not saved."""
    if testing.is_test_module(file):
        return  # models that stay where they are made
    for tensor in detect.plain_tensors(file):
        message = "does not move with the model; use `register_buffer`, with `persistent=False` or not"
        if tensor.wants_grad:
            message = "is not trained, saved or moved with the model; use `nn.Parameter`"
        elif tensor.is_lazy:
            message = "is made on the default device, wherever the input is; give it the `device` of the input"
        edits = tensor.registered()
        yield finding(
            tensor,
            f"`{tensor.attribute}` {message}",
            fix=Fix("Register a buffer", edits, safe=False) if edits else None,
            proof=unregistered_tensor(attribute=tensor.attribute, at=tensor),
            sure=tensor.is_sure,
            related=(tensor.used.says("it meets the input here"),),
        )
