"""A timm ResNet whose backbone is frozen, with hooks on its stages that nobody takes off."""

# needs: timm, torchvision
# runs: {python} {path}

import timm
import torch
from torch import nn


def main():
    torch.manual_seed(2)
    model = timm.create_model("resnet10t", num_classes=4)
    for parameter in model.parameters():  # confirmed by frozen-bn-still-updates
        parameter.requires_grad = False
    model.reset_classifier(4)
    optimizer = torch.optim.SGD(model.get_classifier().parameters(), lr=0.1)
    criterion = nn.CrossEntropyLoss()
    history, losses = [], []
    model.train()
    for step in range(8):
        x, y = torch.randn(4, 3, 32, 32), torch.randint(0, 4, (4,))
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
        history.append(loss)  # confirmed by list-accumulates-graph
        losses.append(loss.item())
    print(f"{losses[0]:.5f} {losses[-1]:.5f} {len(history)}")
    torch.save(model.state_dict(), "weights.pt")


if __name__ == "__main__":
    main()
