from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import recurrent_axis
from torchlint.queries import modules

from . import detect


@rule(
    group="training",
    severity="error",
    symptoms="accuracy-at-chance",
    words="MultiheadAttention Transformer TransformerEncoderLayer TransformerDecoderLayer LSTM GRU RNN",
    preview=True,
)
def check(file: File) -> Findings:
    """Attention and recurrent layers take dimension 0 for the sequence, so batches given first mix their samples."""
    for step in detect.taken_steps(file):
        if step.order_is_minded:
            continue  # dimension 0 is moved on the way, or there is one sequence only
        yield finding(
            step,
            f"`{step.layer}` goes along dimension 0, which `{step}` takes for the batch; pass `batch_first=True`",
            fix=Fix("Put the batch first", modules.putting_batch_first(step.made), safe=False),
            related=(step.made.says("made here"),) if file.holds(step.made.node) else (),
            proof=recurrent_axis(layer=step.layer, rows=step.input),
            sure=step.is_certain,
        )
