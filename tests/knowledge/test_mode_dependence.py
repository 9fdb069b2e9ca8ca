"""What depends on the mode: all of PyTorch's layers that do have a setting, at the place where it is documented."""

from __future__ import annotations

from torchlint.knowledge import torch_api
from torchlint.knowledge.mode_dependence import setting_of_function, settings_of_layer
from torchlint.knowledge.operations import has_column


def test_the_layers_are_those_that_the_generated_table_says() -> None:
    names = [name.rpartition(".")[2] for name in torch_api.names() if name.rpartition(".")[0] == "torch.nn"]
    depending = {name for name in names if torch_api.fact(f"torch.nn.{name}").mode}  # type: ignore[union-attr]  # listed
    assembled = {name for name in names if has_column(name, "given-layers", of="torch.nn")}
    assert {name for name in names if settings_of_layer(name)} == depending - assembled
    assert len(depending) > 20


def test_the_deciding_argument_is_what_the_generated_table_says() -> None:
    for name in ("LSTM", "GRU", "RNN", "MultiheadAttention", "InstanceNorm2d"):
        known = torch_api.fact(f"torch.nn.{name}")
        assert known is not None
        assert settings_of_layer(name)[0].keyword == known.mode


def test_lazy_layers_are_not_given_the_number_of_features() -> None:
    assert settings_of_layer("BatchNorm2d")[0].position == 4
    assert settings_of_layer("LazyBatchNorm2d")[0].position == 3
    assert settings_of_layer("LazyInstanceNorm1d")[0] == ("track_running_stats", 3, False, 0)


def test_functions_with_a_training_argument() -> None:
    assert setting_of_function("dropout2d") == ("p", 0, 0.5, 0)
    assert setting_of_function("batch_norm") is not None
    assert setting_of_function("relu") is None
