"""Labels, masked in all ways, of tokenizers that pad with the end of text, and of one that does not."""

import torch
from transformers import AutoTokenizer

tokenizer = AutoTokenizer.from_pretrained("gpt2")
tokenizer.pad_token_id = tokenizer.eos_token_id
other = AutoTokenizer.from_pretrained("t5-small")


class Collator:
    def __init__(self):
        self.tokenizer = AutoTokenizer.from_pretrained("gpt2")

    def ids_of(self, text):
        return self.tokenizer(text).input_ids + [self.tokenizer.eos_token_id]

    def __call__(self, rows):
        ids = torch.tensor([self.ids_of(row) for row in rows])
        pad = self.tokenizer.pad_token_id
        labels = ids.masked_fill(ids == pad, -100)  # finding: mask by `attention_mask`
        again = torch.where(ids != self.tokenizer.pad_token_id, ids, -100)  # finding: also masks every end of text
        seen = (ids != pad).long()
        return {"input_ids": ids, "labels": labels, "again": again, "attention_mask": seen, "count": (ids == pad).sum()}


def of_lists(ids):
    return [-100 if one == tokenizer.pad_token_id else one for one in ids]  # finding: also masks every end of text


def of_another(ids):
    labels = ids.clone()
    labels[ids == other.pad_token_id] = -100
    return labels


def by_attention(batch):
    labels = batch["input_ids"].clone()
    labels[batch["attention_mask"] == 0] = -100
    batch["input_ids"][labels == tokenizer.pad_token_id] = 0
    return labels
