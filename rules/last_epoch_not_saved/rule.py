from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="training",
    severity="warning",
    symptoms="checkpoint-does-not-load results-differ",
    words="save save_model save_checkpoint save_state save_network save_pretrained save_on_master",
    preview=True,
)
def check(file: File) -> Findings:
    """Weights that are saved every few epochs only, and not after the last one, lose what the last epochs trained."""
    if testing.is_part_of_tests(file):
        return  # a test trains nothing that is worth keeping
    for save in detect.saves_before_the_end(file):
        yield finding(
            save,
            f"`{save}` last runs with `{save.counter}` = {save.last_saved} of {save.last}, so the rest is never saved; "
            "save after the loop, too"
            if save.last is not None
            else f"`{save}` skips the last `{save.counter}` if `{save.every}` divides the number of passes; "
            "save after the loop, too",
            sure=save.is_sure,
            related=(save.repeated_by.says("the loop"),),
        )
