from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="speed",
    severity="warning",
    symptoms="memory-grows gpu-idle",
    preview=True,
    words="profile emit_nvtx emit_itt",
)
def check(file: File) -> Findings:
    """A profiler around the whole training loop slows every step; `profile` also keeps all operations in memory."""
    if testing.is_part_of_tests(file) or detect.is_about_profiling(file):
        return  # a script for profiling
    for profiler in detect.profilers_of_trainings(file):
        if testing.is_conditional(profiler) or testing.is_in_function_for_debugging(profiler):
            continue  # a flag or a debugging function switches it on
        if profiler.may_be_off:
            continue  # set by a flag, or with a schedule that records a few steps
        if profiler.is_of_few_steps:
            continue  # the loop ends after some steps
        does = (
            "keeps every operation of every step; give it a `schedule`, or"
            if profiler.keeps
            else "slows every step down;"
        )
        yield finding(
            profiler,
            f"`{profiler}` {does} profile a few steps behind a flag",
            related=(profiler.training.says("the training loop"),),
        )
