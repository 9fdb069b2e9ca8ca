"""Functions that mask what they have padded themselves, beside others that don't."""

import torch
from torch.nn.utils.rnn import pad_sequence
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("gpt2")


def unmasked(rows):
    batch = tokenizer(rows["text"], truncation=True, padding="max_length", max_length=64)
    batch["labels"] = batch["input_ids"].copy()  # finding: keeps the padding
    return batch


def masked(rows):
    batch = tokenizer(rows["text"], truncation=True, padding="max_length", max_length=64)
    batch["labels"] = [[t if m else -100 for t, m in zip(*pair)] for pair in zip(batch["input_ids"], batch["attention_mask"])]
    return batch


def filled(rows):
    ids = pad_sequence([torch.tensor(row) for row in rows], True, padding_value=tokenizer.pad_token_id)
    return {"input_ids": ids, "labels": ids.clone()}  # suspected: keeps the padding


def filled_apart(rows):
    rows = [torch.tensor(row) for row in rows]
    ids = pad_sequence(rows, batch_first=True, padding_value=tokenizer.pad_token_id)
    return {"input_ids": ids, "labels": pad_sequence(rows, batch_first=True, padding_value=-100)}


def masked_afterwards(rows):
    batch = tokenizer(rows, padding=True, return_tensors="pt")
    labels = batch["input_ids"].clone()
    labels[batch["attention_mask"] == 0] = -100
    batch["labels"] = labels
    return batch
