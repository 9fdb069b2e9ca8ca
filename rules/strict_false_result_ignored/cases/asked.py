"""What is picked without asking the model may not fit it; the model's names, or a comparison with them, show what does."""

import torch


class Encoder(torch.nn.Module):
    def start(self, path, ignored=()):
        state = torch.load(path, weights_only=True)["state_dict"]
        for name in list(state):
            if any(name.startswith(one) for one in ignored):
                del state[name]
        self.load_state_dict(state, strict=False)  # suspected: may silently load nothing

    def start_with_names(self, path, ignored=()):
        state = torch.load(path, weights_only=True)["state_dict"]
        for name in list(state):
            if any(name.startswith(one) for one in ignored) or name not in self.state_dict():
                del state[name]
        self.load_state_dict(state, strict=False)

    def fitted(self, state):
        own = dict(self.named_parameters())
        return {name: value for name, value in state.items() if name in own}

    def prefixed(self, state, prefix):
        return {name: value for name, value in state.items() if not name.startswith(prefix)}

    def start_as_it_fits(self, path):
        state = self.fitted(torch.load(path, weights_only=True))
        self.load_state_dict(state, strict=False)

    def start_without_a_part(self, path):
        state = self.prefixed(torch.load(path, weights_only=True), "head.")
        self.load_state_dict(state, strict=False)  # suspected: may silently load nothing


def checked(model, path, compare):
    state = torch.load(path, weights_only=True)
    state["head.bias"] = state["head.bias"][:10]
    compare(model, state)
    model.load_state_dict(state, strict=False)


def each(models, path, compare):
    for name, model in models.items():
        state = torch.load(path, weights_only=True)
        state["head.bias"] = state["head.bias"][:10]
        compare(state)
        models[name].load_state_dict(state, strict=False)  # suspected: may silently load nothing


def from_a_model_of_the_file(model, path):
    state = torch.load(path, weights_only=False)["model"].float().state_dict()
    state = {name: value for name, value in state.items() if "anchor" not in name}
    model.load_state_dict(state, strict=False)  # suspected: may silently load nothing


def one_of_two_kinds(model, path, is_plain):
    if is_plain:
        state = torch.load(path, weights_only=True)
        report = model.load_state_dict(state, strict=False)  # finding: may silently load nothing
    else:
        state = torch.load(path, weights_only=True)
        state = {name: value for name, value in state.items() if name in model.state_dict()}
        report = model.load_state_dict(state, strict=False)
