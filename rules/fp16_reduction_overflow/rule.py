from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import value_domain
from torchlint.queries import gradients


@rule(group="numerics", severity="info", symptoms="loss-is-nan", words="half float16 HalfTensor", default=False)
def check(file: File) -> Findings:
    """A sum of float16 numbers is float16 as well, and is infinite if it reaches 65520."""
    for call in gradients.half_reductions(file):
        reduced = call.reduced
        yield finding(
            call,
            f"`{call}` is infinite if it reaches 65520, as `{reduced}` is float16; pass `dtype=torch.float32`",
            fix=Fix("Reduce in float32", call.in_single, safe=False),
            proof=value_domain(finite=reduced, at=call),
        )
