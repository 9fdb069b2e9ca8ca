"""Models that an object loads and trains, whoever makes the object."""

import torch
from transformers import T5ForConditionalGeneration


class Forgotten:
    def __init__(self, name="t5-small"):
        self.model = T5ForConditionalGeneration.from_pretrained(name).cuda()
        self.optimizer = torch.optim.AdamW(self.model.parameters(), lr=1e-4)

    def train(self, loader, epochs):
        for _ in range(epochs):
            for ids, labels in loader:
                loss = self.model(input_ids=ids, labels=labels).loss  # suspected: trains in eval mode
                loss.backward()
                self.optimizer.step()
                self.optimizer.zero_grad()


class ByName:
    def __init__(self, name="t5-small"):
        self.net = T5ForConditionalGeneration.from_pretrained(name)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=1e-4)

    def switch(self, mode):
        getattr(self.net, mode)()

    def fit(self, loader):
        self.switch("train")
        for ids, labels in loader:
            loss = self.net(input_ids=ids, labels=labels).loss
            loss.backward()
            self.optimizer.step()
            self.optimizer.zero_grad()


class ByItsUser:
    def __init__(self, name="t5-small"):
        self.student = T5ForConditionalGeneration.from_pretrained(name)
        self.optimizer = torch.optim.AdamW(self.student.parameters(), lr=1e-4)

    def fit(self, loader):
        for ids, labels in loader:
            loss = self.student(input_ids=ids, labels=labels).loss
            loss.backward()
            self.optimizer.step()
            self.optimizer.zero_grad()


def prepare(runner):
    runner.student.train()
    return runner
