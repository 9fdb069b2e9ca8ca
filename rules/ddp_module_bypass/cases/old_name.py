import torch
from accelerate import Accelerator
from diffusers import StableDiffusionPipeline
from diffusers.loaders import AttnProcsLayers
from torch import nn


def by_the_pipeline(loader, is_lora):
    accelerator = Accelerator()
    pipeline = StableDiffusionPipeline.from_pretrained("somebody/something")
    if is_lora:
        layers = AttnProcsLayers(pipeline.unet.attn_processors)
    else:
        layers = pipeline.unet
    optimizer = torch.optim.AdamW(layers.parameters(), lr=1e-4)
    layers, optimizer = accelerator.prepare(layers, optimizer)
    for x, t, text in loader:
        with accelerator.accumulate(layers):
            loss = pipeline.unet(x, t, text).sample.square().mean()  # finding: bypasses what `prepare` returned, so
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()


def by_the_first_name(loader):
    accelerator = Accelerator()
    model = nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    wrapped, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    print(wrapped)
    for x in loader:
        accelerator.backward(model(x).square().mean())  # finding: `model` bypasses what `prepare` returned, so
        optimizer.step()
        optimizer.zero_grad()


def by_its_wrapper(loader):
    accelerator = Accelerator()
    model = nn.Linear(4, 2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    wrapped, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for x in loader:
        with torch.no_grad():
            print(model(x).mean())
        accelerator.backward(wrapped(x).square().mean())
        optimizer.step()
        optimizer.zero_grad()


def put_back(loader):
    accelerator = Accelerator()
    pipeline = StableDiffusionPipeline.from_pretrained("somebody/something")
    unet = pipeline.unet
    optimizer = torch.optim.AdamW(unet.parameters(), lr=1e-4)
    unet, optimizer = accelerator.prepare(unet, optimizer)
    pipeline.unet = unet
    for x, t, text in loader:
        accelerator.backward(pipeline.unet(x, t, text).sample.square().mean())
        optimizer.step()
        optimizer.zero_grad()


def of_another_model(loader, is_small):
    accelerator = Accelerator()
    pipeline = StableDiffusionPipeline.from_pretrained("somebody/something")
    model = nn.Linear(4, 2) if is_small else pipeline.unet
    if is_small:
        model = nn.Linear(4, 4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    model, optimizer = accelerator.prepare(model, optimizer)
    for x, t, text in loader:
        accelerator.backward(model(x).mean() - pipeline.unet(x, t, text).sample.mean())
        optimizer.step()
        optimizer.zero_grad()


def only_shown(loader):
    accelerator = Accelerator()
    model = nn.Linear(4, 2)
    wrapped = accelerator.prepare(model)
    for x in loader:
        print(model(x).mean(), wrapped)
