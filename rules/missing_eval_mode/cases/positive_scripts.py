"""Models of all kinds that are evaluated as they were trained, or as they were loaded."""

import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import Variable
from torch.utils.data import DataLoader
from torchvision.models import resnet18

train_loader, test_loader = DataLoader([]), DataLoader([])


def train(net, loader):
    optimizer = torch.optim.Adam(net.parameters())
    for images, labels in loader:
        optimizer.zero_grad()
        F.cross_entropy(net(images), labels).backward()
        optimizer.step()


# BatchNorm, at the top level, in a file that knows nothing of no_grad.
net = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.Flatten(), nn.Linear(8, 10))
train(net, train_loader)
correct = 0
for images, labels in test_loader:
    outputs = net(Variable(images))  # finding: `net` is evaluated in train mode
    _, predicted = torch.max(outputs.data, 1)
    correct += (predicted == labels).sum()


# Dropout as a function.
class Functional(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Linear(8, 8), nn.Linear(8, 2)

    def forward(self, x):
        x = F.dropout(F.relu(self.first(x)), p=0.5, training=self.training)
        return self.second(x)


functional = Functional()
train(functional, train_loader)
with torch.no_grad():
    for images, labels in test_loader:
        print((functional(images).argmax(1) == labels).float().mean())  # finding: call `functional.eval()` first


# A recurrent model with dropout between its layers, behind a wrapper.
class Tagger(nn.Module):
    def __init__(self, dropout=0.2):
        super().__init__()
        self.dropout = dropout
        self.rnn = nn.GRU(8, 8, 2, dropout=self.dropout)
        self.head = nn.Linear(8, 5)

    def forward(self, x):
        return self.head(self.rnn(x)[0])


tagger = nn.DataParallel(Tagger())
train(tagger, train_loader)


def tag(rows):
    return tagger(rows).argmax(-1).tolist()  # finding: `tagger` is evaluated in train mode


print(tag(torch.zeros(4, 1, 8).fill_(2)))

# A model that was loaded.
classifier = resnet18()
classifier.load_state_dict(torch.load("weights.pt"))
with torch.inference_mode():
    for images, labels in test_loader:
        print(classifier(images).softmax(1))  # finding: `classifier` is evaluated in train mode


# Layers in a list that grows, made by a function.
def layers(widths):
    made = []
    for width in widths:
        made.append(nn.Linear(width, width))
        made.append(nn.Dropout(0.3))
    return made


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(*layers([8, 8]))
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(self.body(x))


def main():
    deep = Deep()
    for epoch in range(3):
        deep.train()
        train(deep, train_loader)
        with torch.no_grad():
            for images, labels in test_loader:
                print(F.cross_entropy(deep(images), labels).item())  # finding: `deep` is evaluated in train mode


main()
