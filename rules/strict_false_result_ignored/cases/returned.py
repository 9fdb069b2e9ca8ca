"""The result is returned to callers, who read it or don't."""

import torch


def restore(model, path):
    report = model.load_state_dict(torch.load(path)["model"], strict=False)  # suspected: may silently load nothing
    print("restored from", path)
    return model, report


def restored(make, path, is_small):
    if is_small:
        model, report = restore(make(small=True), path)
    else:
        model, report = restore(make(), path)
    return model


def first_of_it(make, path):
    return restore(make(), path)[0]


def restore_and_tell(model, path):
    report = model.load_state_dict(torch.load(path)["model"], strict=False)
    return model, report


def told(make, path):
    model, report = restore_and_tell(make(), path)
    print(report)
    return model


def not_told(make, path):
    model, report = restore_and_tell(make(), path)
    return model


def load_into(model, path):
    return model.load_state_dict(torch.load(path)["model"], strict=False)  # suspected: may silently load nothing


def two_parts(first, second, paths):
    load_into(first, paths[0])
    report = load_into(second, paths[1])


def for_other_programs(model, path):
    return model.load_state_dict(torch.load(path)["model"], strict=False)


def checked_here(model, path):
    report = model.load_state_dict(torch.load(path)["model"], strict=False)
    assert not report.missing_keys
    return model, report


def not_read_again(make, path):
    model, report = checked_here(make(), path)
    return model


def not_wanted(model, path):
    return model, model.load_state_dict(torch.load(path)["model"], strict=False)


def dropped_explicitly(make, path):
    model, _ = not_wanted(make(), path)
    return model
