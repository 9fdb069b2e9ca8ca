"""Trains a small convolutional network on noisy shapes, validates after each epoch, and tests at the end."""

import argparse

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    def __init__(self, num_classes=4):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 8, 3, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(8)
        self.conv2 = nn.Conv2d(8, 16, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(16)
        self.dropout = nn.Dropout(0.3)
        self.fc = nn.Linear(16 * 4 * 4, num_classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn1(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.bn2(self.conv2(x))), 2)
        x = self.dropout(torch.flatten(x, 1))
        return F.softmax(self.fc(x), dim=1)


def make_data(n, num_classes=4):
    labels = torch.randint(0, num_classes, (n,))
    images = 0.5 * torch.randn(n, 1, 16, 16)
    for i, label in enumerate(labels):
        images[i, 0, 4 * label : 4 * label + 4] += 1.0
    return TensorDataset(images, labels)


def train(model, loader, optimizer, criterion, epoch):
    model.train()
    train_loss, correct, total = 0, 0, 0
    history = []
    for images, labels in loader:
        optimizer.zero_grad()
        outputs = model(images)  # refuted(eval_mode): part of training
        loss = criterion(outputs, labels)  # confirmed by softmax-before-cross-entropy
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        train_loss += loss  # confirmed by loss-accumulates-graph: nodes only
        _, predicted = outputs.max(1)
        total += labels.size(0)
        correct += (predicted == labels).sum()  # refuted(retained_graph): no graph
        history.append(loss.item())  # refuted(retained_graph): no graph
    print(f"epoch {epoch}: loss {train_loss / len(loader):.4f} accuracy {correct / total:.3f} last {history[-1]:.4f}")


def validate(model, loader, criterion):
    val_loss, correct = 0.0, 0
    for images, labels in loader:
        outputs = model(images)  # confirmed by missing-eval-mode: 2 batch norms # confirmed by eval-without-no-grad
        val_loss += criterion(outputs, labels)  # confirmed by loss-accumulates-graph: activations # confirmed by softmax-before-cross-entropy
        correct += outputs.argmax(dim=1).eq(labels).sum().item()  # refuted(retained_graph): no graph
    return val_loss.item() / len(loader), correct / len(loader.dataset)


@torch.no_grad()
def test(model, loader, criterion):
    model.eval()
    test_loss, predictions = 0.0, []
    for images, labels in loader:
        outputs = model(images)  # refuted(eval_mode): in eval mode # refuted(held_activations): gradients are off
        test_loss += criterion(outputs, labels)  # refuted(retained_graph): no graph # confirmed by softmax-before-cross-entropy
        predictions.append(outputs.argmax(1))  # refuted(retained_graph): no graph
    return (test_loss / len(loader)).item(), torch.cat(predictions).bincount(minlength=4).tolist()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--batch-size", type=int, default=16)
    parser.add_argument("--lr", type=float, default=0.01)
    args = parser.parse_args()

    torch.manual_seed(42)
    train_loader = DataLoader(make_data(128), batch_size=args.batch_size, shuffle=True)
    val_loader = DataLoader(make_data(64), batch_size=args.batch_size)
    test_loader = DataLoader(make_data(64), batch_size=args.batch_size)

    model = Net()
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=args.lr)
    for epoch in range(args.epochs):
        train(model, train_loader, optimizer, criterion, epoch)
        print("validation", validate(model, val_loader, criterion))
    print("test", test(model, test_loader, criterion))


if __name__ == "__main__":
    main()
