"""A page's trainings and evaluations, with the habits that they teach."""

import time

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader


fix_seed = 2021
torch.manual_seed(fix_seed)
torch.cuda.manual_seed_all(0)


class AlexLike(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(3, 256, 11, stride=32), nn.ReLU(), nn.Dropout(0.5))
        self.classifier = nn.Linear(256 * 6 * 6, classes)

    def forward(self, x):
        x = self.features(x)
        x = x.view(x.size(0), 256 * 6 * 6)
        return self.classifier(x)


def evaluate(model, val_loader: DataLoader, device):
    model.eval()
    right = 0
    for inputs, targets in val_loader:
        output = model(inputs.to(device))  # finding: is evaluated with gradients enabled
        right += (output.argmax(1) == targets.to(device)).sum().item()
    return right


def train(model, loader: DataLoader, epochs, device):
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-4)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 30)
    for epoch in range(epochs):
        scheduler.step()  # finding: before the first optimizer step
        total_loss = 0
        for inputs, targets in loader:
            optimizer.zero_grad()
            iter_loss = F.cross_entropy(model(inputs.to(device)), targets.to(device))
            iter_loss.backward()
            optimizer.step()
            total_loss += iter_loss  # finding: keeps the graph of every `iter_loss` alive
        print(epoch, total_loss)


def train_in_parts(model, loader: DataLoader, k, device):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for i, (inputs, targets) in enumerate(loader):
        loss = F.cross_entropy(model(inputs.to(device)), targets.to(device))
        loss.backward()  # finding: sums gradients over several passes, so `optimizer.step()` steps too far
        if (i + 1) % k == 0:
            optimizer.step()
            optimizer.zero_grad()
        torch.cuda.empty_cache()  # finding: frees memory that the next step allocates again, in every step


def watch(model, hook):
    for layer in model.children():
        layer.register_forward_hook(hook)  # finding: its handle is discarded; keep the handle


def with_a_sigmoid(logits, labels):
    return F.binary_cross_entropy(torch.sigmoid(logits), labels)  # finding: where the sigmoid


def time_of(model, images):
    begin = time.time()
    output = model(images)
    print(time.time() - begin)  # finding: on a GPU, `time.time()` runs before `model(images)` has finished
    return output


def main(dataset):
    torch.autograd.set_detect_anomaly(True)  # finding: slows down every backward
    model = AlexLike(10).cuda()
    watch(model, lambda module, inputs, output: print(output.shape))
    model = nn.DataParallel(model)
    loader = DataLoader(dataset, batch_size=32, shuffle=True)
    train(model, loader, 10, "cuda")
    train_in_parts(model, loader, 4, "cuda")
    print(evaluate(model, loader, "cuda"))
    print(time_of(model, torch.rand(8, 3, 224, 224, device="cuda")))


def predict(images):
    model = AlexLike(10)
    model.load_state_dict(torch.load("alex.pt", weights_only=True))  # suspected: fails without the GPU
    predictions = []
    with torch.no_grad():
        for image in images:
            predictions.append(model(image).argmax(1))  # finding: is evaluated in train mode
    return predictions
