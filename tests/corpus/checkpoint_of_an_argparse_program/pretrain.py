"""Trains, and goes on from the checkpoint of the last epoch if there is one."""

import argparse
import os

import restoring
import torch
from torch import nn


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", default="runs")
    parser.add_argument("--epochs", type=int, default=3)
    args = parser.parse_args()
    student, teacher = nn.Linear(8, 4), nn.Linear(8, 4)
    optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
    state = {"epoch": 0}
    restoring.restore(os.path.join(args.folder, "last.pt"), state, student=student, teacher=teacher)
    for epoch in range(state["epoch"], args.epochs):
        loss = (student(torch.randn(16, 8)) - teacher(torch.randn(16, 8)).detach()).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        kept = {"student": student.state_dict(), "teacher": teacher.state_dict(), "epoch": epoch + 1, "args": args}
        torch.save(kept, os.path.join(args.folder, "last.pt"))


main()
