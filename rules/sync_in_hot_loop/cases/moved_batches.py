"""Batches that a step moves to the GPU and copies back, and elements of a loop that are taken apart."""

import torch
import torch.nn.functional as F
from torch import nn


def train_on_dicts(net: nn.Module, source, epochs):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(epochs):
        for data in source.batches(1000):
            inputs, labels = data["image"], data["label"]
            if torch.cuda.is_available():
                inputs = inputs.cuda()
                labels = labels.cuda()
            pixels = inputs.permute(0, 2, 3, 1).cpu().numpy()  # finding: waits for the GPU to copy back what was moved
            loss = F.mse_loss(net(torch.from_numpy(pixels).cuda()), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            source.show(labels[:, 0].float().cpu().numpy())  # finding: waits for the GPU to copy back


def computed_there(net: nn.Module, source, device):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in source:
        inputs = batch["image"].to(device)
        noise = torch.randn_like(inputs)
        spectrum = torch.fft.fft2(inputs + noise).abs()
        loss = net(spectrum).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        source.show(spectrum.cpu().numpy())  # finding: waits for the GPU in each training step; keep


def terms_in_a_dict(net: nn.Module, source, device):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in source:
        out = net(batch["image"].to(device))
        near, far = F.mse_loss(out, out + 1), F.l1_loss(out, out + 2)
        terms = {"near": near, "far": far}
        shared = reduced(terms)
        total = sum(shared.values())
        shown = total.item()  # finding: waits for the GPU in each training step
        optimizer.zero_grad()
        (near + far).backward()
        optimizer.step()
        source.log(shown)


def reduced(terms, processes=1):
    if processes < 2:
        return terms
    with torch.no_grad():
        stacked = torch.stack(list(terms.values()))
        return dict(zip(terms, stacked))


def on_the_host(net: nn.Module, source, device):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    for batch in source:
        rows = batch["image"]
        print(rows.mean(0).cpu())
        names = batch["name"].cpu()
        loss = net(rows.to(device)).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(rows.sum().cpu(), names)


def over_settings(net: nn.Module, rows, settings):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    rows = rows.cuda()
    for setting in settings:
        loss = net(rows).mean() * setting
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(loss.item())
