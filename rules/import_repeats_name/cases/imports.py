"""Modules of torchvision under their own names and under others, alone and beside other modules."""

import torch, numpy as np, torchvision.models as models  # finding: write `from torchvision import models`
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
import torchvision
import torchvision.datasets as dset
import torchvision.models.detection as detection  # finding: write `from torchvision.models import detection`
import torchvision.ops
import torchvision.transforms as T
import torchvision.transforms.functional as TF
import torchvision.transforms.v2 as v2  # finding: write `from torchvision.transforms import v2`
from torchvision import datasets, io as io
from torchvision.models import resnet18 as resnet18


def pictures():
    import torchvision.utils as utils, os  # finding: write `from torchvision import utils`

    return utils.make_grid(torch.rand(4, 3, 8, 8)), os.sep


if torch.cuda.is_available(): import torchvision.io.image as image, sys  # finding: repeats a name

USED = (np, models, nn, F, optim, torchvision, dset, detection, T, TF, v2, datasets, io, resnet18)
