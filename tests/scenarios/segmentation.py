"""A small U-Net for binary masks: BCE and dice, intersection over union, early stopping."""

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


class DoubleConv(nn.Sequential):
    def __init__(self, in_channels, out_channels):
        super().__init__(
            nn.Conv2d(in_channels, out_channels, 3, padding=1),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(inplace=True),
        )


class UNet(nn.Module):
    def __init__(self, features=(4, 8)):
        super().__init__()
        self.downs, self.ups = nn.ModuleList(), nn.ModuleList()
        channels = 1
        for feature in features:
            self.downs.append(DoubleConv(channels, feature))
            channels = feature
        self.bottleneck = DoubleConv(channels, 2 * channels)
        for feature in reversed(features):
            self.ups.append(nn.ConvTranspose2d(2 * feature, feature, 2, stride=2))
            self.ups.append(DoubleConv(2 * feature, feature))
        self.head = nn.Conv2d(features[0], 1, 1)

    def forward(self, x):
        skips = []
        for down in self.downs:
            x = down(x)
            skips.append(x)  # refuted(retained_graph): backward ran through it
            x = F.max_pool2d(x, 2)
        x = checkpoint(self.bottleneck, x, use_reentrant=False)  # confirmed by batchnorm-under-checkpoint: 2 updates
        for i in range(0, len(self.ups), 2):
            x = self.ups[i](x)
            x = self.ups[i + 1](torch.cat([skips.pop(), x], dim=1))
        return torch.sigmoid(20 * self.head(x))


def dice_loss(pred, target, smooth=1.0):
    intersection = (pred * target).sum(dim=(1, 2, 3))
    return 1 - ((2 * intersection + smooth) / (pred.sum(dim=(1, 2, 3)) + target.sum(dim=(1, 2, 3)) + smooth)).mean()


def iou(pred, target):
    pred, target = pred > 0.5, target > 0.5
    return (pred & target).sum() / (pred | target).sum().clamp(min=1)


def make_batch(size=4):
    masks = torch.zeros(size, 1, 16, 16)
    for mask in masks:
        top, left = torch.randint(0, 8, (2,)).tolist()
        mask[0, top : top + 8, left : left + 8] = 1.0
    images = masks + 0.3 * torch.randn_like(masks)
    images.clamp(0, 1)  # confirmed by discarded-tensor-op
    images.sub_(images.mean())  # refuted(discarded_result): changed the tensor itself
    return images, masks


def train_one_epoch(model, batches, optimizer):
    epoch_loss, epoch_dice, ious = 0.0, 0.0, []
    for image, mask in batches:
        pred = model(image)  # confirmed(eval_mode): backward ran through the latter
        bce = F.binary_cross_entropy(pred, mask)  # confirmed by sigmoid-in-loss
        dice = dice_loss(pred, mask)
        loss = bce + dice
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()  # refuted(stale_gradients)
        epoch_loss += loss.item()  # refuted(retained_graph): no graph # refuted(blocked_time): on the CPU
        epoch_dice = epoch_dice + dice  # confirmed by loss-accumulates-graph
        ious.append(iou(pred, mask))  # refuted(retained_graph): no graph
    print(f"train {epoch_loss / len(batches):.4f} dice {epoch_dice.item() / len(batches):.4f} ", end="")
    return torch.stack(ious).mean().item()


def validate(model, batches):
    model.eval()
    losses, worst = [], None
    for image, mask in batches:
        with torch.no_grad():
            pred = model(image)  # refuted(held_activations): gradients are off # refuted(eval_mode): in eval mode
        losses.append(dice_loss(pred, mask))  # refuted(retained_graph): no graph
        worst = losses[-1] if worst is None else torch.maximum(worst, losses[-1])  # refuted(retained_graph): no graph
    return torch.stack(losses).mean().item(), worst.item()


def calibrate(model, batches):
    """The share of pixels that are called foreground; all predictions are kept for a histogram."""
    model.eval()
    kept = []
    for image, _ in batches:
        kept.append(model(image))  # confirmed by eval-without-no-grad # confirmed by list-accumulates-graph: activations
    return torch.cat(kept).gt(0.5).float().mean().item()


def main():
    torch.manual_seed(5)
    train_batches, val_batches = [make_batch() for _ in range(8)], [make_batch() for _ in range(4)]
    model = UNet()
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
    best, patience = float("inf"), 0
    model.train()
    for epoch in range(4):  # confirmed by eval-not-restored-to-train
        overlap = train_one_epoch(model, train_batches, optimizer)
        loss, worst = validate(model, val_batches)
        print(f"iou {overlap:.4f} validation {loss:.4f} worst {worst:.4f}")
        best, patience = (loss, 0) if loss < best else (best, patience + 1)
        if patience >= 2:
            break
    print("foreground", calibrate(model, val_batches))


if __name__ == "__main__":
    main()
