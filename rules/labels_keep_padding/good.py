"""Teaches a small language model two short sentences beside a long one, and lets it finish the first."""

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence

TEXTS = ["it rains <end>", "it snows <end>", "it is warm and dry and the sun is out again today <end>"]
WORDS = ["<pad>", *dict.fromkeys(" ".join(TEXTS).split())]


class Tokenizer:
    """As simple as can be, with the interface of transformers' tokenizers."""

    def __call__(self, texts, padding, max_length=16):
        rows = [torch.tensor([WORDS.index(word) for word in text.split()]) for text in texts]
        ids = pad_sequence([*rows, torch.zeros(max_length, dtype=torch.long)], batch_first=True)[:-1]
        return {"input_ids": ids, "attention_mask": (ids != 0).long()}


class Model(nn.Module):
    """As simple as can be, with the interface of transformers' causal language models."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(len(WORDS), 16)
        self.rnn = nn.GRU(16, 32, batch_first=True)
        self.head = nn.Linear(32, len(WORDS))

    def forward(self, input_ids, labels):
        logits = self.head(self.rnn(self.embedding(input_ids))[0])
        return nn.functional.cross_entropy(logits[:, :-1].flatten(0, 1), labels[:, 1:].flatten()), logits


torch.manual_seed(0)
tokenizer, model = Tokenizer(), Model()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
batch = tokenizer(TEXTS, padding="max_length")
for step in range(12):
    labels = batch["input_ids"].clone()
    labels[batch["attention_mask"] == 0] = -100
    loss, logits = model(batch["input_ids"], labels=labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

words = batch["attention_mask"][:, 1:] == 1
right = (logits[:, :-1].argmax(-1) == batch["input_ids"][:, 1:])[words]
print(f"loss {loss:.2f}, {right.float().mean():.0%} of the words are right")
