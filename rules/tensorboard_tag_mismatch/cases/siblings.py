"""Two results of one call, of which one is written under the other's name."""

from torch.utils.tensorboard import SummaryWriter

writer = SummaryWriter()


def log(run_epoch, epochs):
    for epoch in range(epochs):
        loss, train_acc, train_class_acc = run_epoch(epoch)
        writer.add_scalar("loss", loss, epoch)
        writer.add_scalar("train_acc", train_class_acc, epoch)  # finding: under the name of `train_acc`
        writer.add_scalar("train/acc", train_class_acc, epoch)  # finding: under the name of `train_acc`; rename the tag
        writer.add_scalar("train_class_acc", train_class_acc, epoch)
        writer.add_scalar("accuracy", train_class_acc, epoch)


def log_means(run_epoch, epochs):
    """What is summed up and then written under the plain name is the curve of that quantity."""
    total = 0.0
    for epoch in range(epochs):
        loss = run_epoch(epoch)
        total = 0.9 * total + 0.1 * loss
        writer.add_scalar("loss", total, epoch)




def log_totals(run_epoch, epochs):
    for epoch in range(epochs):
        total_loss, loss, error = run_epoch(epoch)
        writer.add_scalar("loss", total_loss, epoch)  # suspected: under the name of `loss`
        writer.add_scalar("error", loss, epoch)  # finding: under the name of `error`


def log_by_section(run_epoch, epochs):
    for epoch in range(epochs):
        loss, val_loss, precision, recall = run_epoch(epoch)
        writer.add_scalar("val/loss", val_loss, epoch)
        writer.add_scalar("train/loss", loss, epoch)
        writer.add_scalar("val/precision", recall, epoch)  # finding: under the name of `precision`
        writer.add_scalar("precision/recall", recall, epoch)
