from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="api",
    severity="warning",
    symptoms="setting-has-no-effect",
    words="pad_token_id eos_token_id bos_token_id unk_token_id cls_token_id sep_token_id mask_token_id "
    "decoder_start_token_id pad_id eos_id bos_id unk_id cls_id sep_id mask_id pad_idx eos_idx bos_idx pad_token_idx",
    preview=True,
)
def check(file: File) -> Findings:
    """A token id of 0 is false: `tokenizer.pad_token_id or ...` takes it for a missing one; compare it with None."""
    if testing.is_part_of_tests(file):
        return  # a test knows the ids of its tokenizer
    for tested in detect.tested_ids(file):
        if tested.falls_back_to_zero:
            continue  # 0 stays 0
        yield finding(
            tested,
            f"`{tested}` may be 0, which is false, as if there were none; write `{tested.comparison}`",
            fix=Fix("Compare with None", tested.compared, safe=False) if tested.compared else None,
            sure=tested.is_certain,
        )
