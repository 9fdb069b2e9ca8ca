from torch.utils.data import DataLoader


def main(small, large, model, args):
    if args.small:
        loader = DataLoader(small, batch_size=8, pin_memory=True)
    else:
        loader = DataLoader(large, batch_size=64, pin_memory=True)
    train(loader, model)


def train(train_loader, model):
    for rows in train_loader:
        model(rows.cuda()).sum().backward()  # suspected: blocks although the loader pins its batches
