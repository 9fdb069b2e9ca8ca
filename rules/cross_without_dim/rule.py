from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="cross(")
def check(file: File) -> Findings:
    """`torch.cross` without `dim` uses the first dimension of size 3, which is the batch if it holds 3 samples."""
    if testing.is_test_module(file):
        return  # a test chooses its shapes
    for product in detect.products(file):
        if product.is_of_single_vectors:
            continue  # one-dimensional, so there is no other dimension to choose
        yield finding(
            product,
            f"`{product}` uses the first dimension of size 3, which may be the batch; pass `dim=-1`",
            fix=Fix("Pass dim=-1", product.along_last, safe=False),
            sure=product.is_of_batches,
        )
