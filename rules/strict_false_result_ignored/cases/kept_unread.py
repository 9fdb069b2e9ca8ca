"""The result gets a name: that nobody reads, or that somebody does; `_` says that it is not wanted."""

import logging

import torch

logger = logging.getLogger(__name__)
LAST = None


def restore(model, path):
    state = torch.load(path, weights_only=True)
    report = model.load_state_dict(state["model"], strict=False)  # finding: may silently load nothing
    logger.info("restored from %s", path)
    return model


def restore_both(model, path):
    missing, unexpected = model.load_state_dict(torch.load(path), strict=False)  # finding: may silently load nothing
    return model


def told(model, path):
    report = model.load_state_dict(torch.load(path), strict=False)
    logger.info(f"{report}")
    return model


def told_in_part(model, path):
    missing, unexpected = model.load_state_dict(torch.load(path), strict=False)
    logger.info("missing: %s", missing)


def told_later(model, path):
    report = model.load_state_dict(torch.load(path), strict=False)

    def tell():
        logger.info("%s", report)

    return tell


def restore_as_set(settings, make, path):
    model = make(sizes=eval(settings.sizes))
    result = model.load_state_dict(torch.load(path), strict=False)  # finding: may silently load nothing
    return model


def told_with_all(model, path):
    report = model.load_state_dict(torch.load(path), strict=False)
    logger.debug("%s", locals())


def kept_by_the_object(trainer, model, path):
    trainer.report = model.load_state_dict(torch.load(path), strict=False)


def kept_by_the_file(model, path):
    global LAST
    LAST = model.load_state_dict(torch.load(path), strict=False)


def not_wanted(model, path):
    _ = model.load_state_dict(torch.load(path), strict=False)
    return model
