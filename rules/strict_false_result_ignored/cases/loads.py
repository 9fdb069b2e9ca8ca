import torch
from torch import nn


def plain(path):
    model = nn.Linear(4, 2)
    model.load_state_dict(torch.load(path), strict=False)  # finding: `missing_keys`
    return model


def by_position(model, path):
    state = torch.load(path, map_location="cpu")
    state = state["state_dict"]
    model.load_state_dict(state, False)  # finding: may silently load nothing


def in_float(model, checkpoint):
    state = checkpoint["model"].float().state_dict()
    model.load_state_dict(state, strict=False)  # finding: check the `missing_keys`


def strict(model, state):
    model.load_state_dict(state)
    model.load_state_dict(state, strict=True)


def by_a_flag(model, state, is_strict):
    model.load_state_dict(state, strict=is_strict)


def looked_at(model, state):
    missing, unexpected = model.load_state_dict(state, strict=False)
    print(missing, unexpected)
    print(model.load_state_dict(state, strict=False))


def picked(model, path):
    own = model.state_dict()
    state = {name: value for name, value in torch.load(path).items() if name in own}
    print(f"{len(state)} of {len(own)} entries")
    model.load_state_dict(state, strict=False)


def one_of_it(model, weight):
    model.load_state_dict({"weight": weight}, strict=False)


def without_the_head(model, path):
    state = torch.load(path)
    for name in ("fc.weight", "fc.bias"):
        del state[name]
    model.load_state_dict(state, strict=False)  # suspected: may silently load nothing


def without_what_differs(model, path):
    state, own = torch.load(path), model.state_dict()
    for name in [name for name in state if name not in own]:
        state.pop(name)
    model.load_state_dict(state, strict=False)


def by_a_function(model, path, matching):
    state = matching(torch.load(path), model.state_dict())
    model.load_state_dict(state, strict=False)


def from_a_deeper_one(model, deeper):
    model.blocks.load_state_dict(deeper.blocks.state_dict(), strict=False)
    model.load_state_dict(deeper.state_dict(), strict=False)  # finding: may silently load nothing
    model.head.load_state_dict(deeper.blocks.state_dict(), strict=False)  # finding: may silently load nothing


def as_before(model):
    model.load_state_dict(model.norms_of_before, strict=False)


class Kept(nn.Linear):
    def start(self, path):
        self.weights = torch.load(path)
        self.load_state_dict(self.weights, strict=False)  # finding: may silently load nothing


def tried(model, state):
    try:
        model.load_state_dict(state, strict=False)  # finding: may silently load nothing
    except RuntimeError:
        print("of another shape")


def after_a_failure(model, path):
    try:
        model.restore(path)
    except FileNotFoundError:
        model.load_state_dict(torch.load(path), strict=False)  # finding: may silently load nothing
    return model


def as_far_as_it_fits(model, state):
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        print(f"loaded in part: {error}")
        model.load_state_dict(state, strict=False)


def one_try_after_another(model, state, other):
    try:
        model.load_state_dict(state)
    except RuntimeError:
        try:
            model.load_state_dict(other, strict=False)  # finding: may silently load nothing
        except RuntimeError:
            print("neither fits")


def by_options(model, path):
    options = {"strict": False, "assign": True}
    model.load_state_dict(torch.load(path), **options)  # finding: may silently load nothing


def by_strict_options(model, path):
    options = {"strict": True, "assign": True}
    model.load_state_dict(torch.load(path), **options)


def of_several(models, states):
    [model.load_state_dict(states[name], strict=False) for name, model in models.items()]  # finding: `missing_keys`
    return [model.load_state_dict(states[name], strict=False) for name, model in models.items()]
