"""A tokenizer that may have a padding of its own."""

from transformers import AutoTokenizer


def prepared(name, rows):
    tokenizer = AutoTokenizer.from_pretrained(name, add_eos_token=True)
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    batch = tokenizer(rows, padding=True, return_tensors="pt")
    labels = batch["input_ids"].clone()
    labels[labels == tokenizer.pad_token_id] = -100  # suspected: also masks every end of text
    return {**batch, "labels": labels}
