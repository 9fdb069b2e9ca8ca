from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect, detect_trainers


@rule(group="distributed", severity="warning", symptoms="distributed-run-hangs checkpoint-does-not-load", words="save")
def check(file: File) -> Findings:
    """Without a rank check, `torch.save` writes the same file from all processes at once, which can corrupt it."""
    if testing.is_part_of_tests(file):
        return  # a test saves to its own folder
    for save in detect.shared_saves(file):
        wrapper = save.wrapper
        yield finding(
            save,
            f"all ranks write to `{save.name}` at the same time; call `{save.what}` on rank 0 only",
            sure=save.way.is_certain,
            related=(wrapper.says("several processes run this program"),) if wrapper is not None else (),
        )
    for override in detect_trainers.saving_overrides(file):
        yield finding(
            override,
            f"all ranks run this `{override.method}`: Trainer calls `save_model` on each; ask `self.args.should_save`",
            sure=False,  # whether there are several processes is up to who starts the program
        )
