from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import recurrent_axis
from torchlint.queries import modules

from . import detect, detect_folded, detect_named_sizes, detect_states


@rule(
    group="training",
    severity="error",
    symptoms="accuracy-at-chance",
    words="MultiheadAttention Transformer TransformerEncoderLayer TransformerDecoderLayer LSTM GRU RNN",
    preview=True,
)
def check(file: File) -> Findings:
    """Attention and recurrent layers treat dimension 0 as the sequence, so batch-first input mixes the samples."""
    reported: set[object] = set()
    for step in detect.taken_steps(file):
        if step.order_is_minded:
            continue  # dimension 0 is moved in between, or there is only one sequence
        reported.add(step.call.node)
        yield finding(
            step,
            f"`{step.layer}` treats dimension 0 as the sequence, but `{step}` treats it as the batch; "
            "pass `batch_first=True`",
            fix=Fix("Pass batch_first=True", modules.putting_batch_first(step.made), safe=False),
            related=(step.made.says("made here"),) if file.holds(step.made.node) else (),
            proof=recurrent_axis(layer=step.layer, rows=step.input),
            sure=step.is_certain,
        )
    for folded in detect_folded.folded_inputs(file):
        reported.add(folded.node)
        yield finding(
            folded,
            f"`{folded.layer}` treats dimension 0 as the sequence, but its input has the batch there, as "
            f"`{folded.first}`; pass `batch_first=True`",
            fix=Fix("Pass batch_first=True", modules.putting_batch_first(folded.made), safe=False),
            related=(folded.folded.says("folded here"),) if file.holds(folded.folded.node) else (),
            proof=recurrent_axis(layer=folded.layer, rows=folded.input),
        )
    for stated in detect_states.stated_inputs(file):
        reported.add(stated.node)
        yield finding(
            stated,
            f"`{stated.layer}` treats dimension 0 as the sequence, but its state has "
            f"`{stated.batch}` samples; pass `batch_first=True`",
            fix=Fix("Pass batch_first=True", modules.putting_batch_first(stated.made), safe=False),
            related=(stated.state.says("the state is made here"),),
            proof=recurrent_axis(layer=stated.layer, rows=stated.input),
        )
    for named in detect_named_sizes.named_sizes(file):
        if named.node in reported:
            continue  # already reported
        yield finding(
            named,
            f"`{named.layer}` treats dimension 0 as the sequence, but its size is called `{named.name}`; "
            "pass `batch_first=True`",
            fix=Fix("Pass batch_first=True", modules.putting_batch_first(named.made), safe=False),
            related=(named.named.says("named here"),) if named.named is not None else (),
            proof=recurrent_axis(layer=named.layer, rows=named.input),
            sure=False,
        )
