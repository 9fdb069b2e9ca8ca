"""Models of libraries, and those that a function is given, in a wrapper."""

from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torchvision.models import resnet50
from transformers import AutoModel


def moved(x):
    net = nn.DataParallel(resnet50()).cuda()
    for weight in net.layer4.parameters():  # finding: `net.layer4` raises an AttributeError once `net` is a
        weight.requires_grad_(False)
    return net(x)


def of_transformers(rank):
    language = AutoModel.from_pretrained("gpt2").to(rank)
    language = DistributedDataParallel(language, device_ids=[rank])
    language.save_pretrained("out")  # finding: `language.save_pretrained` raises an AttributeError once `language` is
    return language.module.config


def given(net, x):
    net = DistributedDataParallel(net)
    with net.no_sync():
        net(x).mean().backward()
    print(net.process_group, net.module.config, net.device_ids)
    return net.generate(x)  # finding: `net.generate` raises an AttributeError once `net` is a


def taken_out_again(net, x, several):
    if several:
        net = DistributedDataParallel(net)
    net(x).mean().backward()
    if several:
        net = net.module
    return net.generate(x)


def told(net):
    net = nn.DataParallel(net)
    net.classes = ["cat", "dog"]
    return net.classes


class Shown:
    def __init__(self, net):
        self.net = net
        print(self.net.config)
        self.net = nn.DataParallel(self.net)
