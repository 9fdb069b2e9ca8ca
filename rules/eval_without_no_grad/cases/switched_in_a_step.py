"""Every so many steps, a block of the training step puts a model in eval mode, and hands on what it gives."""

import torch
from records import log, note  # type: ignore
from torch import nn

policy = nn.Sequential(nn.Linear(8, 32), nn.Dropout(0.1), nn.Linear(32, 4))
teacher = nn.Sequential(nn.Linear(8, 32), nn.Dropout(0.1), nn.Linear(32, 4))
teacher.load_state_dict(torch.load("teacher.pt"))
optimizer = torch.optim.Adam(policy.parameters())


def main(train_rows, test_rows):
    for step in range(1000):
        policy.train()
        rows, labels = next(train_rows)
        loss = nn.functional.mse_loss(policy(rows), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % 200 == 0:
            policy.eval()
            rows, labels = next(test_rows)
            loss = nn.functional.mse_loss(policy(rows), labels)  # finding: `policy` is evaluated with gradients enabled
            log(step=step, loss=loss)


def distilled(train_rows):
    """What a block of the step asks of a teacher is part of the loss, or of what is trained in the same block."""
    for step in range(1000):
        rows, labels = next(train_rows)
        loss = nn.functional.mse_loss(policy(rows), labels)
        if step % 2 == 0:
            teacher.eval()
            loss = loss + nn.functional.mse_loss(policy(rows), teacher(rows))
        if step % 3 == 0:
            policy.eval()
            extra = nn.functional.mse_loss(policy(rows), labels)
            note(extra)
            extra.backward()
        policy.train()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
