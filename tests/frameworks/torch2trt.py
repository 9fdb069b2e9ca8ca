"""A TRTModule runs an engine of TensorRT, which records no graph."""

import torch
from elsewhere import batches
from torch import nn
from torch2trt import TRTModule

network = TRTModule("network.engine", input_names=["image"], output_names=["scores"])
model = nn.Sequential(nn.Linear(8, 8), nn.ReLU(), nn.Linear(8, 2))
model.load_state_dict(torch.load("model.pt", weights_only=True))
model.eval()
reveal(network(batches[0]))  # output, no grad, assumed
for images in batches:
    print(network(images).argmax(1).tolist())
for images in batches:
    print(model(images).argmax(1).tolist())  # finding: `model` is evaluated with gradients enabled
