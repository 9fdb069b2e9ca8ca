"""A Trainer with a loss of its own, and a loop without a Trainer."""

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, Trainer


class Weighted(Trainer):
    curve = []

    def compute_loss(self, model, inputs, return_outputs=False, **more):
        answers = model(**inputs)
        odds = answers.logits.softmax(-1)
        loss = nn.functional.cross_entropy(odds, inputs["labels"])  # finding: applies softmax itself, but `odds` already holds
        self.curve.append(loss)  # finding: `self.curve` keeps the graph of every `loss` alive
        return (loss, answers) if return_outputs else loss


def by_hand(rows):
    reader = AutoModelForSequenceClassification.from_pretrained("reader")
    optimizer = torch.optim.AdamW(reader.parameters(), lr=3e-5)
    for batch in DataLoader(rows, 16, shuffle=True, num_workers=2):
        optimizer.zero_grad()
        reader(**batch).loss.backward()  # finding: `reader` trains in eval mode
        optimizer.step()
