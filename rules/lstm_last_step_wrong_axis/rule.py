from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import recurrent_axis
from torchlint.queries import modules, testing

from . import detect


@rule(group="training", severity="error", symptoms="accuracy-at-chance", words="LSTM GRU RNN")
def check(file: File) -> Findings:
    """Recurrent layers treat dimension 0 as time, so `[:, -1]` of their output is not the last time step."""
    if testing.is_test_module(file):
        return  # only shapes are compared
    for step in detect.last_steps(file):
        if step.order_is_minded:
            continue  # dimensions are permuted in between, or the sequence is packed
        yield finding(
            step,
            f"`{step.layer}` treats dimension 0 as time, so `{step}` is not the last step; "
            "pass `batch_first=True` to it",
            fix=Fix("Pass batch_first=True", modules.putting_batch_first(step.made), safe=False),
            proof=recurrent_axis(layer=step.layer, rows=step.input),
        )
