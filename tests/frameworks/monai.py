"""MONAI's networks are modules; what slides a window over the input runs the model, and metrics keep no graph."""

from functools import partial

import torch
from monai.data import CacheDataset, DataLoader
from monai.inferers import SlidingWindowInferer, sliding_window_inference
from monai.metrics import DiceMetric
from monai.networks.nets import SwinUNETR, UNet

model = SwinUNETR(img_size=96, in_channels=1, out_channels=2)
reveal(model)  # module
loader = DataLoader(CacheDataset([], transform=None), batch_size=2)
reveal(loader)  # loader, monai.data.DataLoader
dice = DiceMetric(reduction="mean")
reveal(dice)  # framework, monai.CumulativeIterationMetric
inferer = SlidingWindowInferer(roi_size=96, sw_batch_size=4)
reveal(inferer(torch.zeros(1), model))  # output, grad
reveal(sliding_window_inference(torch.zeros(1), 96, 4, model))  # output, grad
reveal(dice(torch.zeros(1), torch.zeros(1)))  # output, no grad, assumed


def train(net):
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-4)
    for batch in loader:
        torch.nn.functional.mse_loss(net(batch["image"]), batch["label"]).backward()
        optimizer.step()  # finding: applies the gradients of all earlier steps again


def validate(net):
    net.eval()
    for batch in loader:
        y = sliding_window_inference(batch["image"], 96, 4, net)  # finding: `net` is evaluated with gradients enabled
        dice(y_pred=y, y=batch["label"])
    print(dice.aggregate().item())


def validate_without_graph(net):
    net.eval()
    infer = partial(sliding_window_inference, roi_size=96, sw_batch_size=4, predictor=net)
    with torch.no_grad():
        for batch in loader:
            dice(y_pred=infer(batch["image"]), y=batch["label"])
    print(dice.aggregate().item())


train(UNet(spatial_dims=3, in_channels=1, out_channels=2, channels=(4, 8), strides=(2,)))
validate(model)
validate_without_graph(model)
