from torchlint import File, Findings, Fix, finding, rule
from torchlint.proofs import dropout_in_eval
from torchlint.queries import modes, testing


@rule(
    group="training",
    severity="error",
    symptoms="validation-differs",
    words="scaled_dot_product_attention flash_attn memory_efficient_attention drop",
)
def check(file: File) -> Findings:
    """Attention functions such as `scaled_dot_product_attention` apply `dropout_p` in eval mode as well."""
    if testing.is_test_module(file):
        return  # random numbers for a comparison
    for attention in modes.attention_dropouts(file):
        if attention.never_drops or attention.is_decided_elsewhere:
            continue  # it never drops, or the caller decides
        if attention.reads_training_flag or attention.probability_reads_training_flag:
            continue  # the probability is 0 in eval mode
        if attention.is_only_for_training or attention.switches_itself:
            continue  # never runs in eval mode
        dropped = attention.probability
        yield finding(
            attention,
            f"`{attention.callee}` applies `{dropped}` as dropout in eval mode too; "
            f"pass `{dropped} if {attention.own}.training else 0.0`",
            fix=Fix("Apply dropout only in training", attention.halting(), safe=False),
            proof=dropout_in_eval(model=attention.model, probability=dropped),
        )
