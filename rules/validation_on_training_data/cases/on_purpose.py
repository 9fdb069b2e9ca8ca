"""Functions that mention a purpose, and loaders that Accelerate wraps."""

from torch.utils.data import DataLoader


def sanity_check(weights):
    return all(weight.isfinite().all() for weight in weights.values())


def checks_something_else(dataset, model):
    train_set = dataset("train")
    train_loader = DataLoader(train_set, batch_size=8, shuffle=True)
    val_loader = DataLoader(train_set, batch_size=8)  # suspected: `train_set` is used for both training and validation
    for _ in range(2):
        for rows in train_loader:
            model(rows).sum().backward()
    print(model(next(iter(val_loader))))
    print("The training has ended, and what it left behind is looked at, for weights that are not finite numbers.")
    sanity_check(model.state_dict())


def prepared(accelerator, train_set, val_set):
    train_loader = DataLoader(train_set, batch_size=8, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=8)
    train_loader, val_loader = accelerator.prepare(train_loader, train_loader)  # finding: is used for both training
    return train_loader, val_loader


def prepared_well(accelerator, train_set, val_set):
    train_loader = DataLoader(train_set, batch_size=8, shuffle=True)
    val_loader = DataLoader(val_set, batch_size=8)
    train_loader, val_loader = accelerator.prepare(train_loader, val_loader)
    return train_loader, val_loader


def debugged(dataset, debug):
    train_set = dataset("train")
    train_loader = DataLoader(train_set, batch_size=8, shuffle=True)
    val_loader = DataLoader(train_set, batch_size=8)
    return train_loader, val_loader
