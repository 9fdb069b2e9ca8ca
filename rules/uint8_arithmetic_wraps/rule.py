from torchlint import File, Findings, finding, rule
from torchlint.proofs import wrapped_numbers
from torchlint.queries import data, testing


@rule(
    group="training",
    severity="warning",
    symptoms="accuracy-at-chance",
    words="imread imdecode read_image decode_image decode_jpeg convert",
)
def check(file: File) -> Findings:
    """Arithmetic on an image of bytes is done in bytes, and what leaves the range from 0 to 255 wraps around."""
    if testing.is_test_module(file):
        return  # a test looks at the numbers
    for result in data.byte_arithmetic(file):
        what = {"plus": "above 255 begins at 0 again", "minus": "below 0 goes on from 255"}
        says = what.get(result.how, what["plus"])
        yield finding(
            result,
            f"`{result}` is computed in uint8: what is {says}; convert to float first",
            proof=wrapped_numbers(left=result.left, at=result, **{result.how: result.right}),
        )
