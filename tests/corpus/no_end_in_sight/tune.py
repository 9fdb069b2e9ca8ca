"""Tunes a model that is to answer, and then to stop."""

import torch
from data import Dialogues
from torch.utils.data import DataLoader
from transformers import AutoModelForCausalLM


def main(pairs):
    dialogues = Dialogues("tiny")
    model = AutoModelForCausalLM.from_pretrained("tiny").train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-5)
    for batch in DataLoader(pairs, 8, shuffle=True, num_workers=2, collate_fn=dialogues.collate):
        optimizer.zero_grad()
        model(**batch).loss.backward()
        optimizer.step()
