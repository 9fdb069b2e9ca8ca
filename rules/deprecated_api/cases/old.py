import torch
import torch.nn.functional as F
from torch import nn
from torch.cuda.amp import GradScaler, autocast
from torch.nn import init
from torch.optim import lr_scheduler
from torchvision import models


@autocast()  # finding: use `torch.amp.autocast("cuda")`
def half(model, x):
    return model(x)


def amp(model, x):
    scaler = GradScaler()  # finding: use `torch.amp.GradScaler("cuda")`
    with autocast(enabled=True):  # finding: `torch.cuda.amp.autocast` is deprecated and warns
        return scaler.scale(model(x))


def today(model, x):
    scaler = torch.amp.GradScaler("cuda")
    with torch.amp.autocast("cuda"), torch.autocast("cpu"):
        return scaler.scale(model(x))


def probabilities(x):
    return F.softmax(x), nn.Softmax()(x), F.log_softmax(x)  # finding: pass `dim`  # finding: pass  # finding: pass


def of_a_dimension(x, dim):
    return F.softmax(x, 1), nn.Softmax(dim=1)(x), F.log_softmax(x, dim=dim), F.softmax(*x), x.softmax(-1)


def losses(x, y):
    squared = nn.MSELoss(reduce=False)(x, y)  # finding: use `reduction="none"`
    absolute = F.l1_loss(x, y, size_average=True, reduce=True)  # finding: use `reduction="mean"`
    return squared, absolute, nn.MSELoss(reduction="none")(x, y)


def by_a_flag(x, y, mean):
    return F.mse_loss(x, y, size_average=mean)  # finding: use `reduction`


def of_another_kind(pool, x):
    return pool(x, size_average=False), nn.Module(), dict(reduce=True)


def weights(layer):
    init.normal(layer.weight, std=0.02)  # finding: use `torch.nn.init.normal_`
    init.constant(layer.bias, 0)  # finding: `torch.nn.init.constant` is deprecated and warns
    init.normal_(layer.weight, std=0.02)
    return nn.utils.weight_norm(layer)  # finding: which renames state dict


def pretrained(flag):
    one = models.resnet18(pretrained=True)  # finding: use `weights="IMAGENET1K_V1"`
    two = models.vgg16(False)  # finding: use `weights=None`
    three = models.resnet34(pretrained=flag)  # finding: use `weights`
    four = models.detection.fasterrcnn_resnet50_fpn(pretrained=True)  # finding: use `weights="COCO_V1"`
    return one, two, three, four, models.resnet18(weights="DEFAULT"), models.resnet18()


def sampled(x, grid):
    return F.grid_sample(x, grid), F.grid_sample(x, grid, align_corners=True)  # finding: add `align_corners=False`


def larger(x):
    return F.upsample(x, scale_factor=2), F.interpolate(x, scale_factor=2)  # finding: use `torch.nn.functional.interpolate`


def hooked(layer, hook):
    layer.register_backward_hook(hook)  # finding: use `register_full_backward_hook`
    return layer.register_full_backward_hook(hook)


def rates(optimizer):
    scheduler = lr_scheduler.LambdaLR(optimizer, lambda epoch: 0.9**epoch)
    print(scheduler.get_lr())  # finding: use `get_last_lr()`
    return scheduler.get_last_lr()


class Warm(lr_scheduler.LRScheduler):
    def get_lr(self):
        return [0.1 for _ in self.base_lrs]


def adam(p, mean, square, grad):
    mean.mul_(0.9).add_(0.1, grad)  # finding: pass the factor by keyword, as `alpha`
    square.mul_(0.99).addcmul_(0.01, grad, grad)  # finding: pass the factor by keyword, as `value`
    p.data.addcdiv_(-0.1, mean, square)  # finding: as `value`
    mean.add_(grad, alpha=0.1)
    mean.add_(grad)
    square.addcmul_(grad, grad, value=0.01)


class Vector:
    """A list of parameters, with methods that are called like those of tensors."""

    def __init__(self, parts):
        self.parts = parts

    def add_(self, other, alpha=1):
        for mine, its in zip(self.parts, other.parts):
            mine.add_(its, alpha=alpha)
        return self


def conjugate_gradients(x, direction, product, step, start: Vector):
    x.add_(direction, step)  # which of the two is the factor is not known, nor whether `x` is a tensor
    x.add_(product, -0.5)  # no method of tensors takes its factor like this
    start.add_(product, step)
    direction.data.add_(step, product)  # finding: pass the factor by keyword, as `alpha`
    direction.add_(1 - step, product)  # finding: pass the factor by keyword, as `alpha`
    direction.add_((1 - step) * 2, product**2)  # finding: pass the factor by keyword, as `alpha`
    direction.add_(step, product.data)  # finding: pass the factor by keyword, as `alpha`


def grids(x, y, axes):
    return torch.meshgrid(x, y), torch.meshgrid(x, y, indexing="xy"), torch.meshgrid(*axes)  # finding: add  # finding: add
