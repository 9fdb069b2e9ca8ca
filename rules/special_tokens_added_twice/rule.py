from torchlint import File, Findings, Fix, finding, rule
from torchlint.queries import testing

from . import detect


@rule(group="training", severity="warning", symptoms="accuracy-at-chance", words="apply_chat_template")
def check(file: File) -> Findings:
    """Text from `apply_chat_template` already has special tokens, so tokenizing it with defaults adds another BOS."""
    if testing.is_part_of_tests(file):
        return  # a test compares ways to tokenize
    for call in detect.tokenized_chats(file):
        yield finding(
            call,
            f"`{call.text_given}` already has special tokens, and this adds more; pass `add_special_tokens=False`",
            fix=Fix("Pass `add_special_tokens=False`", call.put_last("add_special_tokens=False"), safe=False),
            sure=call.is_certain,
            related=(call.templated.says("the text is written here"),),
        )
