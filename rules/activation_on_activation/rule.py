from torchlint import File, Findings, finding, rule
from torchlint.queries import testing

from . import detect


@rule(
    group="training", severity="error", symptoms="loss-does-not-move", words="sigmoid Sigmoid softmax Softmax relu ReLU"
)
def check(file: File) -> Findings:
    """Sigmoid, softmax and their losses expect logits; outputs of a ReLU, sigmoid or softmax limit their range."""
    if testing.is_test_module(file):
        return  # a test compares functions
    for second in detect.second_activations(file):
        if second.is_scaled:
            continue  # rescaled right there: `2 * torch.sigmoid(x) - 1`
        if second.goes_another_way:
            continue  # a softmax over columns after one over rows
        if second.is_of_similarities:
            continue  # a ReLU of products that sets weak links to the same value: `softmax(relu(a @ b))`
        yield finding(
            second,
            f"{second.what} is the output of a {second.first}, so {second.harm} `{second.name}`; "
            f"remove the {second.removed}",
            related=second.elsewhere,
            sure=second.given.is_sure and not second.may_be_of_gates,
        )
