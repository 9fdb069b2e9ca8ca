"""pytorch-fid's network is a module with its weights, in train mode until somebody calls eval()."""

import torch
from elsewhere import batches
from pytorch_fid.inception import InceptionV3

reveal(InceptionV3([3]))  # module
network = InceptionV3([3]).to("cpu")
with torch.no_grad():
    for images in batches:
        features = network(images)[0]  # suspected: `network` is evaluated in train mode
        print(features.mean().item())
network.eval()
with torch.no_grad():
    print(network(batches[0])[0].mean().item())
