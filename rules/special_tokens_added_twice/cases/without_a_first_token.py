"""A model whose tokenizer begins no text with a special token."""

import argparse

from transformers import AutoTokenizer

parser = argparse.ArgumentParser()
parser.add_argument("--model", default="Qwen/Qwen2.5-7B-Instruct")
args = parser.parse_args()
tokenizer = AutoTokenizer.from_pretrained(args.model)
other = AutoTokenizer.from_pretrained("Qwen/Qwen3-8B")


def encode(messages):
    text = tokenizer.apply_chat_template(messages, tokenize=False)
    yield tokenizer([text], return_tensors="pt")
    yield other(other.apply_chat_template(messages, tokenize=False))
