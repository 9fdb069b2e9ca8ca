"""Trains a small classifier and prints what each epoch cost."""

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset


class Classifier(nn.Module):
    def __init__(self, features, classes):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(features, 64), nn.ReLU(), nn.Linear(64, classes))

    def forward(self, inputs):
        return self.layers(inputs)


class Trainer:
    def __init__(self, model, learning_rate):
        self.model = model
        self.criterion = nn.CrossEntropyLoss()
        self.optimizer = torch.optim.SGD(model.parameters(), lr=learning_rate)
        self.all_time = 0.0
        self.parts = {"classes": 0.0, "size": 0.0}

    def train_epoch(self, loader):
        self.model.train()
        total_loss = 0.0
        for inputs, labels in loader:
            self.optimizer.zero_grad()
            logits = self.model(inputs)
            class_loss = self.criterion(logits, labels)
            size_loss = 0.01 * logits.square().mean()
            loss = class_loss + size_loss
            loss.backward()
            self.optimizer.step()
            total_loss += loss  # finding: `total_loss` keeps the graph
            self.all_time += loss  # finding: `self.all_time` keeps the graph
            self.parts["classes"] += class_loss  # finding: keeps the graph
            self.parts["size"] += size_loss  # finding: keeps the graph
        return total_loss / len(loader)


def fine_tune(model, loader):
    head = torch.optim.SGD(model.layers[2].parameters(), lr=0.01)
    criterion = nn.CrossEntropyLoss()
    running = torch.zeros(())
    for inputs, labels in loader:
        head.zero_grad()
        loss = criterion(model(inputs), labels)
        loss.backward()
        head.step()
        running = running + loss  # finding: `running` keeps the graph
    print(f"fine-tuning: {running.item() / len(loader):.4f}")


def main():
    torch.manual_seed(0)
    labels = torch.randint(0, 3, (256,))
    inputs = torch.randn(256, 8) + labels.unsqueeze(1)
    loader = DataLoader(TensorDataset(inputs, labels), batch_size=16, shuffle=True)
    model = Classifier(features=8, classes=3)
    trainer = Trainer(model, learning_rate=0.1)
    for epoch in range(3):
        print(f"epoch {epoch}: {trainer.train_epoch(loader):.4f}")
    for name, total in trainer.parts.items():
        print(f"{name}: {total:.4f} of {trainer.all_time:.4f}")
    fine_tune(model, loader)


if __name__ == "__main__":
    main()
