"""A callback that puts the model in eval mode when the training ends."""

import torch
from torch import nn
from transformers import Trainer, TrainerCallback, TrainingArguments


class Ending(TrainerCallback):
    def on_train_end(self, args, state, control, model=None, **kwargs):
        model.eval()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, 4), nn.Dropout(), nn.Linear(4, 2))

    def forward(self, rows):
        return self.layers(rows)


def judge(train, test):
    model = Net()
    settings = TrainingArguments("out")
    trainer = Trainer(model=model, args=settings, train_dataset=train, callbacks=[Ending()])
    trainer.train()
    with torch.no_grad():
        return sum((model(rows).argmax(1) == labels).sum().item() for rows, labels in test)
