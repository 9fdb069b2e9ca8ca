"""What the packages around PyTorch warn of, with the weights of models that are no classifiers."""

from accelerate.utils import shard_checkpoint
from lightning.pytorch.loggers import CometLogger
from pytorch_lightning.loggers import CometLogger as Logger
from torch.nn.parallel import DistributedDataParallel
from torchaudio.transforms import Spectrogram
from torchvision import models
from torchvision.models.detection import ssdlite320_mobilenet_v3_large
from torchvision.models.resnet import resnet50


def backbones():
    one = models.resnet.resnet101(pretrained=True)  # finding: use `weights="IMAGENET1K_V1"`
    two = resnet50(pretrained=True)  # finding: use `weights="IMAGENET1K_V1"`
    lite = ssdlite320_mobilenet_v3_large(pretrained_backbone=True)  # finding: `weights_backbone="IMAGENET1K_V1"`
    parts = models.segmentation.deeplabv3_resnet50(True)  # finding: use `weights="COCO_WITH_VOC_LABELS_V1"`
    return one, two, lite, parts, models.segmentation.deeplabv3_resnet50(weights="DEFAULT")


def loggers(name):
    old = CometLogger(project_name=name)  # finding: `lightning.pytorch.loggers.CometLogger(project_name=)` is deprecated
    older = Logger(save_dir=name)  # finding: use `offline_directory`
    return old, older, CometLogger(project=name)


def wrapped(model):
    return DistributedDataParallel(model, broadcast_buffers=True)  # finding: is deprecated and warns


def spectrograms():
    return Spectrogram(n_fft=400), Spectrogram(return_complex=True)  # finding: is deprecated and warns


def shards(state):
    return shard_checkpoint(state)
