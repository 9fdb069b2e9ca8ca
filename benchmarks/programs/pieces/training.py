import torch
from torch import nn


def train_epoch_0(model, loader, optimizer, scheduler, device, clip=1.0, smoothing=0.1):
    """One pass over the data; the mean loss, and the share of pictures that were right."""
    criterion = nn.CrossEntropyLoss(label_smoothing=smoothing)
    model.train()
    losses, right = Meter(), Meter()
    for pictures, labels in loader:
        pictures = pictures.to(device, non_blocking=True)
        labels = labels.to(device, non_blocking=True)
        optimizer.zero_grad(set_to_none=True)
        outputs = model(pictures)
        loss = criterion(outputs, labels)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), clip)
        optimizer.step()
        scheduler.step()
        losses.add(loss.detach(), len(labels))
        right.add(accuracy(outputs.detach(), labels), len(labels))
    return losses.mean(), right.mean()


@torch.no_grad()
def evaluate_0(model, loader, device):
    """The mean loss over a loader, and the share of pictures that were right."""
    criterion = nn.CrossEntropyLoss()
    model.eval()
    losses, right = Meter(), Meter()
    for pictures, labels in loader:
        pictures, labels = pictures.to(device), labels.to(device)
        outputs = model(pictures)
        losses.add(criterion(outputs, labels), len(labels))
        right.add(accuracy(outputs, labels), len(labels))
    return losses.mean(), right.mean()


def fit_0(root, epochs=20, rate=0.1, decay=5e-4, output="best_0.pt"):
    """Train a network, and keep the weights of its best epoch."""
    torch.manual_seed(0)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    train, test = loaders_0(root)
    model = Network_0().to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=rate, momentum=0.9, weight_decay=decay, nesterov=True)
    scheduler = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=epochs * len(train))
    best = 0.0
    for epoch in range(epochs):
        loss, share = train_epoch_0(model, train, optimizer, scheduler, device)
        test_loss, test_share = evaluate_0(model, test, device)
        print(f"{epoch:3d}: {loss:.4f} {share:.3f}, test {test_loss:.4f} {test_share:.3f}")
        if test_share > best:
            best = test_share
            torch.save({"model": model.state_dict(), "epoch": epoch}, output)
    return best
