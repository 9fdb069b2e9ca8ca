from torchlint import File, Findings, finding, rule
from torchlint.proofs import gradients_across
from torchlint.queries import testing

from . import detect, detect_data_parallel


@rule(
    group="distributed",
    severity="error",
    symptoms="ranks-drift",
    words="DistributedDataParallel DataParallel prepare prepare_model",
    preview=True,
)
def check(file: File) -> Findings:
    """A module that is trained beside a DDP model but not wrapped gets each rank's own gradients and drifts apart."""
    if testing.is_part_of_tests(file):
        return  # tests may have a single process
    for module in detect.unwrapped_modules(file):
        yield finding(
            module,
            f"`{module}` is trained outside `{module.wrapper}`, so each rank trains its own copy; {module.advice}",
            proof=gradients_across(module),
            sure=module.is_certain,
            related=(module.wrapping.says("only this is wrapped"),),
        )
    for alone in detect_data_parallel.split_by_data_parallel(file):
        yield finding(
            alone,
            f"`{alone}` shares no gradients between processes, so each trains its own copy; "
            "use `DistributedDataParallel`",
            proof=gradients_across(alone),
            sure=False,
        )
