import logging
import sys

import torch


def printed(model, path):
    state = torch.load(path)
    try:
        model.load_state_dict(state)  # finding: may fail, and the program goes on with only part of the weights
    except RuntimeError:
        logging.warning("no weights")
    return model


def begun_anew(model, path, epoch):
    try:
        state = torch.load(path)
        model.load_state_dict(state["model"])  # finding: let the error propagate
        epoch = state["epoch"]
    except Exception as error:
        print("no checkpoint", error)
        epoch = 0
    return epoch


def returned_numbers(model, optimizer, state):
    try:
        optimizer.load_state_dict(state["optimizer"])  # suspected: may fail, and the program goes on without what
        return state["epoch"] + 1
    except:
        print("loaded unsuccessfully")
        return 0


def load_checkpoint(path, model, optimizer):
    state = torch.load(path)
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    return state["epoch"]


def by_function(model, optimizer, path):
    try:
        epoch = load_checkpoint(path, model, optimizer)  # finding: may fail, and the program goes on without what
    except:
        epoch = 1
    return epoch


def by_function_and_said(model, optimizer, path):
    epoch = 1
    try:
        epoch = load_checkpoint(path, model, optimizer)  # suspected: may fail, and the program goes on without what
    except Exception:
        print("using a new model")
    return epoch


def log_load_failure(error):
    logging.error("no checkpoint: %s", error)


def logged_by_a_function(model, path):
    state = torch.load(path)
    try:
        model.load_state_dict(state)  # finding: may fail, and the program goes on with only part of the weights
    except RuntimeError as error:
        log_load_failure(error)


def put_in_a_summary(model, path, writer):
    state = torch.load(path)
    try:
        model.load_state_dict(state)  # finding: may fail, and the program goes on with only part of the weights
    except Exception as error:
        writer.add_text("checkpoint", str(error))


def initialised_instead(model, path):
    state = torch.load(path)
    try:
        model.load_state_dict(state)
    except RuntimeError:
        model.init_weights()


def raised(model, state):
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        raise ValueError("another architecture") from error


def left(model, state):
    try:
        model.load_state_dict(state)
    except Exception:
        print("another architecture")
        sys.exit(1)


def loaded_otherwise(model, state):
    try:
        model.load_state_dict(state)
    except RuntimeError:
        model.load_state_dict({name.removeprefix("module."): value for name, value in state.items()})


def told(model, state):
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        print(error)
        return False
    return True


def flagged(model, state):
    loaded = True
    try:
        model.load_state_dict(state)
    except RuntimeError:
        loaded = False
    if not loaded:
        raise ValueError("another architecture")


def first_that_fits(model, paths):
    for path in paths:
        try:
            model.load_state_dict(torch.load(path))
            break
        except RuntimeError:
            continue
    else:
        raise ValueError("none fits")


def collected(models, state):
    failed = []
    for model in models:
        try:
            model.load_state_dict(state)
        except RuntimeError as error:
            failed.append((model, error))
    return failed


def where_there_is_none(model, path):
    try:
        model.load_state_dict(torch.load(path))
    except FileNotFoundError:
        print("from the beginning")


def of_another_kind(path):
    try:
        return torch.load(path)
    except Exception:
        print("no cache")
    return torch.zeros(3)


def made_there(make, path):
    try:
        model = make()
        model.load_state_dict(torch.load(path))
        print(model(torch.ones(1, 2)))
    except Exception as error:
        print("not this one", error)


def entry_by_entry(model, state):
    try:
        model.load_state_dict(state)
    except RuntimeError:
        own = model.state_dict()
        for name, value in state.items():
            try:
                own[name] = value
                model.load_state_dict(own)
            except RuntimeError:
                print("skipped", name)


def load_network(path):
    network = torch.nn.Linear(2, 2)
    network.load_state_dict(torch.load(path, map_location="cpu"))
    return network


def made_by_a_function(path):
    # What fails has loaded half of a model that nobody gets.
    network = None
    try:
        network = load_network(path)
    except Exception as error:
        print("no network", error)
    return network


def restore_and_say(model, path):
    loaded = False
    try:
        model.load_state_dict(torch.load(path))
        loaded = True
    except Exception as error:
        print(error)
    return loaded
