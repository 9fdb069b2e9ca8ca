"""A tokenizer that is told not to add its token."""

from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("meta-llama/Llama-3.1-8B-Instruct", add_bos_token=False)


def encode(messages):
    return tokenizer(tokenizer.apply_chat_template(messages, tokenize=False))
