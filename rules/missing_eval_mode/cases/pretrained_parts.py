"""Classifiers around a pretrained model, which is in eval mode as it was loaded, unlike the layers beside it."""

import torch
from torch import nn
from transformers import BertModel


class WithDropout(nn.Module):
    def __init__(self, dropout=0.5):
        super().__init__()
        self.bert = BertModel.from_pretrained("bert-base-cased")
        self.dropout = nn.Dropout(dropout)
        self.head = nn.Linear(768, 5)

    def forward(self, ids):
        return self.head(self.dropout(self.bert(ids).pooler_output))


class WithoutDropout(nn.Module):
    def __init__(self):
        super().__init__()
        self.bert = BertModel.from_pretrained("bert-base-cased")
        self.head = nn.Linear(768, 5)

    def forward(self, ids):
        return self.head(self.bert(ids).pooler_output)


def train(model, train_loader, val_loader):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-5)
    for ids, labels in train_loader:
        loss = nn.functional.cross_entropy(model(ids), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    right = 0
    with torch.no_grad():
        for ids, labels in val_loader:
            right += (model(ids).argmax(1) == labels).sum().item()  # finding: `model` is evaluated in train mode
    return right


def train_without_layers(model, train_loader, val_loader):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-5)
    for ids, labels in train_loader:
        loss = nn.functional.cross_entropy(model(ids), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    right = 0
    with torch.no_grad():
        for ids, labels in val_loader:
            right += (model(ids).argmax(1) == labels).sum().item()
    return right


def train_and_evaluate(model, train_loader, val_loader):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-5)
    model.train()
    for ids, labels in train_loader:
        loss = nn.functional.cross_entropy(model(ids), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    right = 0
    model.eval()
    with torch.no_grad():
        for ids, labels in val_loader:
            right += (model(ids).argmax(1) == labels).sum().item()
    return right


def main(train_loader, val_loader):
    train(WithDropout(), train_loader, val_loader)
    train_without_layers(WithoutDropout(), train_loader, val_loader)
    train_and_evaluate(WithDropout(), train_loader, val_loader)
