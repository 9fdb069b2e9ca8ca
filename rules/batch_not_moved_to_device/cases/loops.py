"""What loops do with their batches before a model on the GPU gets them."""

import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, Dataset, TensorDataset
from torchvision import datasets, transforms


class Rows(Dataset[tuple[torch.Tensor, torch.Tensor]]):
    def __len__(self) -> int:
        return 64

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        return torch.randn(8), torch.tensor(index % 3)


class OnDevice(Dataset[tuple[torch.Tensor, torch.Tensor]]):
    def __init__(self, device: torch.device) -> None:
        self.rows = torch.randn(64, 8, device=device)

    def __len__(self) -> int:
        return 64

    def __getitem__(self, index: int) -> tuple[torch.Tensor, torch.Tensor]:
        return self.rows[index], self.rows[index].argmax()


class Moving(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x.to(self.layer.weight.device))


class Padded(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.GRU(8, 3, batch_first=True)

    def forward(self, x: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        packed = nn.utils.rnn.pack_padded_sequence(x, lengths.tolist(), batch_first=True, enforce_sorted=False)
        return self.layer(packed)[1][0]


class Flat(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x.flatten(1))


def lengths_stay() -> None:
    model = Padded().cuda()
    for x, lengths in DataLoader(Rows(), batch_size=8):
        print(model(x[:, None].cuda(), lengths + 1))
        print(model(x[:, None].cuda(), lengths))


def flat() -> None:
    model = Flat().cuda()
    for x, _ in DataLoader(Rows(), batch_size=8):
        print(model(x))  # finding: `x` comes from a DataLoader and is on the CPU


def targets_forgotten() -> None:
    model = nn.Linear(8, 3).cuda()
    criterion = nn.CrossEntropyLoss()
    for x, y in DataLoader(Rows(), batch_size=8):
        out = model(x.cuda())
        loss = criterion(out, y)  # finding: `y` comes from a DataLoader and is on the CPU
        loss.backward()


def dtype_only() -> None:
    model = nn.Linear(8, 3)
    model.to("cuda")
    for step, batch in enumerate(DataLoader(Rows(), batch_size=8)):
        x, y = batch
        x = x.float().view(-1, 8)
        loss = F.cross_entropy(model(x), y)  # finding: `x` comes from a DataLoader and is on the CPU
        loss.backward()


def step(model: nn.Module, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(model(x), y)  # finding: `x` comes from a DataLoader and is on the CPU


def by_function() -> None:
    model = nn.Linear(8, 3).to("cuda:0")
    for x, y in DataLoader(Rows(), batch_size=8):
        step(model, x, y).backward()


def moved(device: torch.device) -> None:
    model = nn.Linear(8, 3).to("cuda")
    for x, y in DataLoader(Rows(), batch_size=8):
        x, y = x.to("cuda"), y.to("cuda")
        F.cross_entropy(model(x), y).backward()
    for batch in DataLoader(Rows(), batch_size=8):
        x, y = (one.cuda() for one in batch)
        F.cross_entropy(model(x), y).backward()
    for batch in DataLoader(Rows(), batch_size=8):
        for place, one in enumerate(batch):
            batch[place] = one.cuda()
        F.cross_entropy(model(batch[0]), batch[1]).backward()
    for x, y in DataLoader(OnDevice(device), batch_size=8):
        F.cross_entropy(model(x), y).backward()
    for x, y in DataLoader(Rows(), batch_size=8, collate_fn=lambda rows: torch.utils.data.default_collate(rows)):
        F.cross_entropy(model(x.cuda()), y.cuda()).backward()


def inside() -> None:
    model = Moving().cuda()
    for x, y in DataLoader(Rows(), batch_size=8):
        F.cross_entropy(model(x), y.cuda()).backward()


def several() -> None:
    model = nn.DataParallel(nn.Linear(8, 3)).cuda()
    for x, y in DataLoader(Rows(), batch_size=8):
        F.cross_entropy(model(x), y.cuda()).backward()


def on_cpu() -> None:
    model = nn.Linear(8, 3)
    for x, y in DataLoader(Rows(), batch_size=8):
        F.cross_entropy(model(x), y).backward()


def measured_on_cpu() -> None:
    model = nn.Linear(8, 3).cuda().eval()
    with torch.no_grad():
        for x, y in DataLoader(Rows(), batch_size=8):
            print(F.cross_entropy(model(x.cuda()).cpu(), y))


def by_transform() -> None:
    moves = transforms.Compose([transforms.ToTensor(), lambda image: image.cuda()])
    model = nn.Sequential(nn.Flatten(), nn.Linear(784, 10)).cuda()
    for images, _ in DataLoader(datasets.MNIST("data", transform=moves), batch_size=8):
        print(model(images))
    for images, _ in DataLoader(datasets.MNIST("data", transform=transforms.ToTensor()), batch_size=8):
        print(model(images))  # finding: `images` comes from a DataLoader and is on the CPU


def in_memory() -> None:
    rows = torch.randn(64, 8).cuda()
    model = nn.Linear(8, 3).cuda()
    for x, y in DataLoader(TensorDataset(rows, rows.argmax(1)), batch_size=8):
        F.cross_entropy(model(x), y).backward()


if __name__ == "__main__":
    targets_forgotten()
    dtype_only()
    by_function()
    moved(torch.device("cuda"))
    inside()
    several()
    on_cpu()
    measured_on_cpu()
    in_memory()
    by_transform()
