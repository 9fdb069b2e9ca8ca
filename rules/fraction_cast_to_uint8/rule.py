from torchlint import File, Findings, finding, rule
from torchlint.proofs import cut_fractions
from torchlint.queries import data, testing


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="uint8 byte( ByteTensor")
def check(file: File) -> Findings:
    """Casting values between 0 and 1 to uint8 truncates them to 0, so they add nothing to whole numbers."""
    if testing.is_test_module(file):
        return  # a test may need any bytes
    for cast in data.byte_casts(file):
        part, base = cast.fractions, cast.base
        lost, also = (
            (f"adds nothing to `{base}`", " and `clip(0, 255)` the sum") if base is not None else ("becomes 0", "")
        )
        yield finding(
            cast,
            f"`{part}` is between 0 and 1, so it {lost} in uint8; multiply it by 255{also} first",
            proof=cut_fractions(base=base, values=cast.values, at=cast),
        )
