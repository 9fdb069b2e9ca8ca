"""A small language model, whose steps are over one batch of long sequences and one of short ones."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.nn.utils.rnn import pad_sequence

torch.manual_seed(0)
PAD, PASSES = 0, 2
model = nn.Sequential(nn.Embedding(32, 16), nn.Linear(16, 32))
optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
long = [pad_sequence([torch.randint(1, 32, (n,)) for n in (401, 301)], batch_first=True, padding_value=PAD)] * 20
short = [pad_sequence([torch.randint(1, 32, (n,)) for n in (9, 5)], batch_first=True, padding_value=PAD)] * 20
batches = [batch for both in zip(long, short) for batch in both]

for number, tokens in enumerate(batches):
    logits = model(tokens[:, :-1])
    loss = F.cross_entropy(logits.transpose(1, 2), tokens[:, 1:], ignore_index=PAD)  # finding: valid tokens
    (loss / PASSES).backward()
    if (number + 1) % PASSES == 0:
        norm = nn.utils.clip_grad_norm_(model.parameters(), float("inf"))
        optimizer.step()
        optimizer.zero_grad()

print(f"norm {norm:.3f}")
