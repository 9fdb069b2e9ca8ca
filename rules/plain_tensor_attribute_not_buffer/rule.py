from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import unregistered_tensor
from torchlint.queries import testing

from . import detect


@rule(group="device", severity="warning", words="torch")
def check(file: File) -> Findings:
    """A tensor that is a plain attribute of a module stays where it is when the module moves, and is not saved."""
    if testing.is_test_module(file):
        return  # models that stay where they are made
    for tensor in detect.plain_tensors(file):
        yield finding(
            tensor,
            f"`{tensor.attribute}` does not move with the model; use `register_buffer`, with `persistent=False` or not",
            fix=Fix("Register a buffer", tensor.registered(), safe=False),
            proof=unregistered_tensor(attribute=tensor.attribute, at=tensor),
            related=(tensor.used.says("it meets the input here"),),
        )
