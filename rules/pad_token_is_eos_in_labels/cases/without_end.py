"""Texts that go on in the next sample: they have no end that could be learnt."""

from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("gpt2")
tokenizer.pad_token = tokenizer.eos_token


def prepared(rows):
    batch = tokenizer(rows, padding=True, return_tensors="pt")
    labels = batch["input_ids"].clone()
    labels[labels == tokenizer.pad_token_id] = -100
    return {**batch, "labels": labels}
