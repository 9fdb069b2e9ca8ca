from torchlint import File, Findings, finding, rule

from . import detect


@rule(
    group="distributed",
    severity="error",
    symptoms="ranks-drift",
    words="FullyShardedDataParallel GradScaler",
    preview=True,
)
def check(file: File) -> Findings:
    """Under `FullyShardedDataParallel`, `GradScaler` skips steps by one rank's gradients only, so ranks drift apart."""
    for scaler in detect.scalers_of_one_rank(file):
        yield finding(
            scaler,
            f"`{scaler}` looks for infinities in this rank's shards only; use `ShardedGradScaler`",
            related=(scaler.wrapped.says("sharded here"),),
            sure=scaler.is_sure,
        )
