from torch import optim
from torch.optim import Adam

DECAY = 5e-4


def with_decay(model):
    one = Adam(model.parameters(), weight_decay=DECAY)  # finding: `weight_decay=DECAY`
    return one, optim.Adam(model.parameters(), 1e-3, (0.9, 0.999), 1e-8, 1e-4)  # finding: `Adam` rescales its


def without(model, decay):
    plain = Adam(model.parameters()), Adam(model.parameters(), weight_decay=0)
    by_option = Adam(model.parameters(), weight_decay=decay)
    return plain, by_option, Adam(model.parameters(), weight_decay=1e-4, decoupled_weight_decay=True)


def others(model):
    return optim.AdamW(model.parameters(), weight_decay=1e-2), optim.SGD(model.parameters(), 0.1, weight_decay=1e-4)
