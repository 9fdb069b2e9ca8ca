from torchlint import File, Findings, finding, rule
from torchlint.proofs import wrapped_numbers
from torchlint.queries import data, testing


@rule(
    group="training",
    severity="warning",
    symptoms="accuracy-at-chance",
    words="imread imdecode read_image decode_image decode_jpeg convert read_video uint8",
)
def check(file: File) -> Findings:
    """`uint8` image arithmetic wraps around: `250 + 10` is 4, and `5 - 10` is 251."""
    if testing.is_test_module(file):
        return  # a test looks at the numbers
    for result in data.byte_arithmetic(file):
        what = {"plus": "above 255 wrap around to 0", "minus": "below 0 wrap around to 255"}
        says = what.get(result.how, what["plus"])
        yield finding(
            result,
            f"`{result}` is computed in uint8, so values {says}; convert the operands to float first",
            proof=wrapped_numbers(left=result.left, at=result, **{result.how: result.right}),
        )
