from torch.utils.data import DataLoader


def main(small, large, model, args):
    if args.small:
        loader = DataLoader(small, batch_size=8)
    else:
        loader = DataLoader(large, batch_size=64, pin_memory=True)
    train(loader, model)


def train(train_loader, model):
    for rows in train_loader:
        model(rows.cuda()).sum().backward()  # one of the two has nothing to overlap


def of_one(small, model):
    for rows in DataLoader(small, batch_size=8, pin_memory=True):
        model(rows.cuda()).sum().backward()  # finding: blocks although the loader pins its batches
