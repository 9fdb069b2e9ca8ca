from torchlint import File, Findings, Fix, finding, rule

from . import detect


@rule(group="speed", severity="warning", symptoms="gpu-idle", words="time perf_counter monotonic time_ns timeit")
def check(file: File) -> Findings:
    """CUDA calls return early, so a timer read without `torch.cuda.synchronize()` measures only the launch."""
    if not detect.names_an_accelerator(file):
        return  # nothing in this file runs on a GPU
    for reading in detect.timings(file):
        yield finding(
            reading,
            f"on a GPU, `{reading}` runs before `{reading.timed}` has finished; call `torch.cuda.synchronize()` first",
            fix=Fix("Synchronise with the GPU first", reading.waiting, safe=False) if reading.waiting else None,
            sure=reading.is_sure,
        )
    for timed in detect.timed_by_magic(file):
        yield finding(
            timed,
            f"on a GPU, the timing stops before `{timed}` has finished; "
            "call `torch.cuda.synchronize()` in the timed code",
            sure=timed.is_sure,
        )
