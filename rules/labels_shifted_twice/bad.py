"""Teaches a small language model to count, and asks it what comes after 7."""

import torch
from torch import nn


class Counter(nn.Module):
    """A language model with the interface of transformers' `GPT2LMHeadModel`."""

    def __init__(self, words=32):
        super().__init__()
        self.embedding = nn.Embedding(words, 32)
        self.rnn = nn.GRU(32, 64, batch_first=True)
        self.head = nn.Linear(64, words)

    def forward(self, input_ids, labels=None):
        logits = self.head(self.rnn(self.embedding(input_ids))[0])
        if labels is None:
            return None, logits
        shift_logits, shift_labels = logits[:, :-1], labels[:, 1:]
        return nn.functional.cross_entropy(shift_logits.flatten(0, 1), shift_labels.flatten()), logits


torch.manual_seed(0)
model = Counter()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for _ in range(200):
    ids = (torch.randint(32, (16, 1)) + torch.arange(12)) % 32
    loss, _ = model(input_ids=ids[:, :-1], labels=ids[:, 1:])  # finding: `ids[:, 1:]` is already shifted, and the model
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

with torch.no_grad():
    _, logits = model(torch.arange(8)[None])
print(f"loss {loss:.4f}, after 7 comes {logits[0, -1].argmax()}")
