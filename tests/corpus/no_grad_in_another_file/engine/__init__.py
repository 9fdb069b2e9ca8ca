from .loops import train_epoch, validate
