"""Models of a library, which return an object with their loss."""

import torch
from torch import nn
from transformers import AutoModelForSequenceClassification


def train(batches: list[dict[str, torch.Tensor]]) -> None:
    model = nn.DataParallel(AutoModelForSequenceClassification.from_pretrained("bert-base-uncased"))
    optimizer = torch.optim.AdamW(model.parameters())
    for batch in batches:
        outputs = model(**batch)
        loss = outputs.loss
        loss.backward()  # finding: fails with several GPUs
        optimizer.step()
        optimizer.zero_grad()
    for batch in batches:
        outputs = model(**batch)
        loss = outputs[0]
        loss.backward()  # suspected: fails with several GPUs
        optimizer.step()
        optimizer.zero_grad()
    for batch in batches:
        outputs = model(**batch)
        outputs.loss.mean().backward()
        optimizer.step()
        optimizer.zero_grad()
