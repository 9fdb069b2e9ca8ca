"""The script that everybody writes first: each epoch trains, then goes over the validation data, just like that."""

import torch
from torch import nn
from torch.utils.data import DataLoader
from torchvision import datasets, transforms


class Digits(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Flatten(), nn.Linear(784, 64), nn.ReLU(), nn.Dropout(0.2))
        self.head = nn.Linear(64, 10)

    def forward(self, images):
        return self.head(self.body(images))


def main():
    device = "cuda" if torch.cuda.is_available() else "cpu"
    data = datasets.MNIST("data", download=True, transform=transforms.ToTensor())
    train_data, valid_data = torch.utils.data.random_split(data, [50_000, 10_000])
    train_loader = DataLoader(train_data, batch_size=64, shuffle=True, num_workers=2)
    valid_loader = DataLoader(valid_data, batch_size=64, num_workers=2)
    model = Digits().to(device)
    criterion = nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for epoch in range(5):
        for images, labels in train_loader:
            images, labels = images.to(device), labels.to(device)
            optimizer.zero_grad()
            loss = criterion(model(images), labels)
            loss.backward()
            optimizer.step()
        correct = total = 0
        for images, labels in valid_loader:
            images, labels = images.to(device), labels.to(device)
            outputs = model(images)  # finding: is evaluated with  # finding: `model` is evaluated in train mode
            _, predicted = torch.max(outputs, 1)
            total += labels.size(0)
            correct += (predicted == labels).sum().item()
        print(epoch, correct / total)


if __name__ == "__main__":
    main()
