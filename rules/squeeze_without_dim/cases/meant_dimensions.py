"""What follows a squeeze says which dimension was meant."""

import torch
from torch import nn
from torch.nn import functional as F


class Masked(nn.Module):
    def forward(self, x: torch.Tensor, spans: torch.Tensor):
        mask = torch.ones(x.shape[0], x.shape[1], device=x.device)
        for sample, (start, end) in enumerate(spans.squeeze()):  # suspected: also removes the dimension that the loop iterates over
            mask[sample, start:end] = 0.0
        return x * mask[..., None]


def shown(spans: torch.Tensor):
    for number, span in enumerate(spans.squeeze()):
        print(number, span)
    for number, span in enumerate(spans.squeeze(1)):
        print([0, 1][number], span)


def changed(images: torch.Tensor, change):
    one = images.squeeze()  # suspected: use `.squeeze(0)`
    return change(one).unsqueeze(0)


def normalized(images: torch.Tensor):
    return F.normalize(images.squeeze(), dim=-1).unsqueeze(0)  # suspected: use `.squeeze(0)`


def transformed(images: torch.Tensor, steps, batch):
    changed = images
    if batch:
        changed = images.squeeze()  # suspected: use `.squeeze(0)`
    for step in steps:
        changed = step(changed)
    if batch:
        changed = changed.unsqueeze(0)
    return changed


def of_the_first(images: torch.Tensor, change):
    one = images.squeeze(0)
    return change(one).unsqueeze(0)


def of_one_image(image: torch.Tensor, change):
    one = image.unsqueeze(0)
    return change(one.squeeze()).unsqueeze(0)


def after_a_look(images: torch.Tensor, change):
    if images.size(0) == 1:
        return change(images.squeeze()).unsqueeze(0)
    return torch.stack([change(image) for image in images])


def put_back_on_another(images: torch.Tensor, mask: torch.Tensor):
    flat = images.squeeze()
    print(flat)
    return mask.unsqueeze(0)


def put_back_last(images: torch.Tensor):
    return images.squeeze().cumsum(0).unsqueeze(-1)


def put_back_behind_the_batch(images: torch.Tensor, width: int):
    rows = F.interpolate(images, scale_factor=2.0).squeeze()  # suspected: use `.squeeze(1)`
    if rows.size(-1) < width:
        rows = F.pad(rows, (0, width - rows.size(-1)))
    return rows.unsqueeze(1)


def put_back_by_number(images: torch.Tensor, change):
    rows = images.squeeze()
    if rows.dim() == 2:
        rows = rows.unsqueeze(1)
    return change(rows)


def squeezed_by_a_function(images: torch.Tensor, change):
    return change(torch.squeeze(images)).unsqueeze(0)  # suspected: use `.squeeze(0)`


def collected(model: nn.Module, loader):
    found = []
    for x in loader:
        found.append(model(x).squeeze())  # suspected: also removes the batch dimension if it is 1
    return torch.cat(found, dim=0)


def collected_by_name(model: nn.Module, loader):
    found, others = [], []
    for x in loader:
        rows = torch.squeeze(model(x))  # suspected: and `torch.cat(found)` joins along it; pass a `dim`
        found.append(rows)
        others.append(model(x).squeeze(1))
    return torch.cat(found), torch.cat(others)


def stacked_rows(model: nn.Module, loader):
    found, columns = [], []
    for x in loader:
        found.append(model(x).squeeze())
        columns.append(model(x).squeeze())
    return torch.stack(found), torch.cat(columns, dim=-1)
