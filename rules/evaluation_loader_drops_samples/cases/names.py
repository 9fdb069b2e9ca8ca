"""What a loader is for, as names tell, and where nothing is left over."""

import torch
from torch.utils.data import DataLoader, Subset, TensorDataset

rows = TensorDataset(torch.arange(10.0)[:, None])
train_set, val_set = Subset(rows, range(7)), Subset(rows, range(7, 10))
options = {"num_workers": 0}


def val_dataloader():
    return DataLoader(val_set, batch_size=2, drop_last=True)  # suspected: leaves the last samples out


train_loader = DataLoader(train_set, batch_size=2, shuffle=True, drop_last=True)
train_eval_loader = DataLoader(train_set, batch_size=2, drop_last=True)
loader_val = DataLoader(val_set, 2, drop_last=True, **options)  # suspected: leaves the last samples out
loaders = {"val": DataLoader(val_set, batch_size=2, drop_last=True)}  # suspected: leaves the last samples out
val_loader = DataLoader(val_set, batch_size=2)
val_loader = DataLoader(val_set, batch_size=2, drop_last=False)
val_loader = DataLoader(val_set, batch_size=1, drop_last=True)  # each sample is a batch
val_loader = DataLoader(val_set, drop_last=True)  # as is the default
val_loader = DataLoader(val_set, batch_size=len(val_set), drop_last=True)  # all are in one batch
val_loader = DataLoader(val_set, batch_size=len(train_set) - 5, drop_last=True)  # suspected: leaves the last samples
val_loader = DataLoader(val_set, batch_size=2, drop_last=len(val_set) % 2 == 1)  # on purpose, it seems
evaluated = DataLoader(val_set, batch_size=2, shuffle=True, drop_last=True)  # suspected: leaves the last samples out
full = DataLoader(rows, batch_size=2, drop_last=True)  # whatever it is for

test_loader = DataLoader(val_set, batch_size=2, drop_last=True)  # pictures to look at, of which there are to be two
(pictures,) = next(iter(test_loader))
print(pictures.shape, sum(len(batch) for loader in (loader_val, evaluated, full) for (batch,) in loader))

drop_last = True
train_loader = DataLoader(train_set, batch_size=2, drop_last=drop_last)
drop_last = False
test_loader = DataLoader(val_set, batch_size=2, drop_last=drop_last)
for _ in (train_loader, train_eval_loader, val_loader, test_loader):
    print(len(_))

shared = {"batch_size": 2, "drop_last": True}  # suspected: `"drop_last"` leaves the last samples out of the evaluation
train_loader, val_loader = DataLoader(train_set, shuffle=True, **shared), DataLoader(val_set, **shared)
held_out = dict(batch_size=2, drop_last=True)  # suspected: `drop_last=True` leaves the last samples out
test_loader = DataLoader(val_set, **held_out)
changed = {"batch_size": 2, "drop_last": True}
train_loader = DataLoader(train_set, **changed)
changed["drop_last"] = False
test_loader = DataLoader(val_set, **changed)
single = {"batch_size": 1, "drop_last": True}  # each sample is a batch
dev_loader = DataLoader(val_set, **single)
print(len(train_loader), len(val_loader), len(test_loader), len(dev_loader))
