"""Optimizers that a Trainer is given."""

import torch
from torch import nn
from transformers import Trainer, TrainingArguments


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(8, 2)

    def forward(self, x):
        return self.layer(x)


def finetune(net, dataset, dtype=None):
    net = net.to(torch.bfloat16)  # finding: stores the parameters in bfloat16
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    scheduler = torch.optim.lr_scheduler.ConstantLR(optimizer)
    arguments = TrainingArguments("runs", bf16=True)
    trainer = Trainer(model=net, args=arguments, train_dataset=dataset, optimizers=(optimizer, scheduler))
    trainer.train()


def finetune_mixed(net, dataset):
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5)
    scheduler = torch.optim.lr_scheduler.ConstantLR(optimizer)
    arguments = TrainingArguments("runs", bf16=True)
    Trainer(model=net, args=arguments, train_dataset=dataset, optimizers=(optimizer, scheduler)).train()


def predict(net, dataset):
    net = net.to(torch.bfloat16)
    return Trainer(model=net, args=TrainingArguments("runs")).predict(dataset)


def main(dataset):
    finetune(Net(), dataset)
    finetune_mixed(Net(), dataset)
    predict(Net(), dataset)
