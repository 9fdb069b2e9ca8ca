"""Labels for a language model, with a tokenizer that has no padding of its own."""

import torch


class Words:
    """Splits texts into words, as simple as can be."""

    def __init__(self, words):
        self.ids = {word: number for number, word in enumerate(words)}
        self.eos_token, self.pad_token = "<end>", None

    @property
    def pad_token_id(self):
        return self.ids[self.pad_token]

    def __call__(self, texts):
        rows = [torch.tensor([self.ids[word] for word in text.split()]) for text in texts]
        pad = torch.nn.utils.rnn.pad_sequence
        seen = pad([torch.ones_like(row) for row in rows], batch_first=True)
        return {"input_ids": pad(rows, batch_first=True, padding_value=self.pad_token_id), "attention_mask": seen}


tokenizer = Words(["<end>", "it", "rains", "again"])
tokenizer.pad_token = tokenizer.eos_token


def collate(texts):
    batch = tokenizer([f"{text} {tokenizer.eos_token}" for text in texts])
    labels = batch["input_ids"].clone()
    labels[labels == tokenizer.pad_token_id] = -100  # finding: also masks every end of text
    return {**batch, "labels": labels}


print(collate(["it rains", "it rains again"])["labels"])
