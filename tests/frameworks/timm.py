"""timm's scalers are called, differentiate and step; its averaged models are copies that are evaluated."""

import timm
import torch
from timm import utils
from timm.data import resolve_data_config
from timm.layers import apply_test_time_pool
from timm.models import load_checkpoint, model_parameters
from timm.scheduler import CosineLRScheduler, create_scheduler_v2
from torch import nn

model = timm.create_model("resnet18", num_classes=2)
reveal(model)  # module
optimizer = timm.optim.create_optimizer_v2(model, opt="sgd")
reveal(optimizer)  # optimizer
scheduler, epochs = create_scheduler_v2(optimizer)
reveal(scheduler)  # scheduler, timm.scheduler.create_scheduler_v2
reveal(CosineLRScheduler(optimizer, t_initial=3))  # scheduler, timm.scheduler.CosineLRScheduler
loader = timm.data.create_loader([], input_size=8, batch_size=2)
reveal(loader)  # loader


def train_one_epoch(model, loader, optimizer, loss_fn, loss_scaler=None, model_ema=None):
    losses = 0
    for x, y in loader:
        loss = loss_fn(model(x), y)
        reveal(loss)  # tensor, grad
        optimizer.zero_grad()
        if loss_scaler is not None:
            loss_scaler(loss, optimizer, parameters=model.parameters())
        else:
            loss.backward()
            optimizer.step()
        losses += loss  # finding: `losses` keeps the graph of every `loss`
        if model_ema is not None:
            model_ema.update(model)
    return losses.item()


def train_one_epoch_without_clearing(model, loader, optimizer, model_ema):
    optimizer.zero_grad()
    for x, y in loader:
        loss = torch.nn.functional.cross_entropy(model(x), y)
        loss.backward()
        utils.dispatch_clip_grad(model_parameters(model, exclude_head=True), value=1.0)
        optimizer.step()  # finding: `optimizer.zero_grad()` runs only in the outer loop
        model_ema.update(model)
        print(utils.reduce_tensor(loss.detach(), 2).item())


def validate(model, loader):
    model.eval()
    for x, y in loader:
        print(model(x).argmax(1))  # finding: `model` is evaluated with gradients enabled


loss_scaler = utils.NativeScaler()
reveal(loss_scaler)  # framework, timm.NativeScaler
reveal(loss_scaler(model(torch.zeros(1, 3, 8, 8)).mean(), optimizer))  # none
train_one_epoch(model, loader, optimizer, nn.CrossEntropyLoss(), loss_scaler)
model_ema = utils.ModelEmaV2(model)
reveal(model_ema)  # module, timm.ModelEmaV2
saver = utils.CheckpointSaver(model, optimizer, model_ema=model_ema)
for _ in range(epochs):
    train_one_epoch_without_clearing(model, loader, optimizer, model_ema)
    utils.distribute_bn(model, 2)
    saver.save_checkpoint(1, metric=0.5)
print([utils.accuracy(model(x), y) for x, y in loader])  # finding: `model` is evaluated with gradients enabled
resumed = timm.create_model("resnet18", num_classes=2)
load_checkpoint(resumed, "best.pth.tar")
pooled, is_pooled = apply_test_time_pool(resumed, resolve_data_config(model=resumed))
print(sum(pooled(x).argmax(1).sum().item() for x, y in loader))  # suspected: `pooled` is evaluated in train mode
validate(model_ema.module, loader)

frozen = utils.ModelEma(model, decay=0.99)
reveal(frozen.ema)  # module
for x, y in loader:
    frozen.ema(x).argmax(1)
