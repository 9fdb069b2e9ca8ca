"""The training, beside a file that loads the models."""

import torch
from loading import load, load_exact


def tune(path, batches):
    model = load(path)  # finding: stores the parameters in bfloat16, which rounds small AdamW updates away
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in batches:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()


def tune_exact(path, batches):
    model = load_exact(path)
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in batches:
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()
