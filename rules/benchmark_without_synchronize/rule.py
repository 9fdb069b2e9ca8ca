from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="time perf_counter monotonic time_ns")
def check(file: File) -> Findings:
    """A GPU works on while the host goes on, so a clock that is read without waiting tells how long the launch took."""
    if not detect.names_an_accelerator(file):
        return  # nothing here runs on a GPU
    for reading in detect.timings(file):
        yield finding(
            reading,
            f"on a GPU, `{reading}` comes before `{reading.timed}` is done; call `torch.cuda.synchronize()` first",
            fix=Fix("Wait for the GPU", reading.waiting, safe=False) if reading.waiting else None,
            sure=reading.is_sure,
        )
    for timed in detect.timed_by_magic(file):
        yield finding(
            timed,
            f"on a GPU, the time is taken before `{timed}` is done; call `torch.cuda.synchronize()` in the timed code",
            sure=timed.is_sure,
        )
