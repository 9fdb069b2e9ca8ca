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
    for sample in detect.last_samples(file):
        if sample.order_is_minded or sample.is_one_sequence:
            continue  # dimension 0 may be time, since dimensions are permuted, or there is no batch
        yield finding(
            sample,
            f"`{sample.layer}` is batch-first, so `{sample}` is the last sample of the batch; "
            "write `[:, -1]` for the last step",
            fix=Fix("Take the last step", sample.of_steps, safe=False),
            sure=sample.is_of_batches,
        )
