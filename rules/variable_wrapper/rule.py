from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="deprecated", severity="info", symptoms="crash", default=False, words="Variable")
def check(file: File) -> Findings:
    """Since PyTorch 0.4, `torch.autograd.Variable` is just a Tensor: wrapping a tensor in it only detaches it."""
    if file.torch.begins_before((0, 4)):
        return  # plain tensors had no gradients before PyTorch 0.4
    for wrapped in detect.wrapped_tensors(file):
        fix = Fix("Use the tensor itself", wrapped.edits, safe=False)
        yield finding(
            wrapped, f"`{wrapped}` only detaches its tensor since PyTorch 0.4; use {wrapped.instead}", fix=fix
        )
