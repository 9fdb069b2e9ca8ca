"""Along which dimension of its input a layer of sequences goes, and whether its rows depend on one another."""

from __future__ import annotations

from typing import Any

from .. import budget, torch_state
from ..known import Known
from ..readable import MOST_NUMBERS, plain
from ..site import Site


def _recurrent() -> tuple[Any, ...]:
    rnn = torch_state.torch.nn.modules.rnn
    return (rnn.LSTM, rnn.GRU, rnn.RNN)


def _is_batch_first(layer: Any) -> bool | None:
    """Whether PyTorch's layer, or the attention inside it, takes the batch as dimension 0; None of any other layer."""
    nn = torch_state.torch.nn
    if type(layer) in (nn.TransformerEncoder, nn.TransformerDecoder) and len(layer.layers):
        layer = layer.layers[0]
    if type(layer) in (nn.TransformerEncoderLayer, nn.TransformerDecoderLayer):
        layer = layer.self_attn
    if type(layer) in (*_recurrent(), nn.MultiheadAttention, nn.Transformer):
        return bool(layer.batch_first)
    return None


class RecurrentAxis(Site):
    """Looks at the layer, then at the shape of what it is given; PyTorch's own layer is run aside on another row."""

    looks_at = ("layer", "rows")
    touches_tensors = True

    def begin(self) -> None:
        self._layer = Known()
        names = "unknown batch_first alone along_rows rows columns looked_at changed others"
        self.facts = dict.fromkeys(names.split(), 0)

    def visit(self, role: str, value: Any) -> None:
        if role == "layer":
            self._layer.clear()
            self._layer.put(value)
            return
        layer: Any = next(iter(self._layer), None)
        batch_first = _is_batch_first(layer)
        if batch_first is None or not torch_state.is_tensor(value) or value.dim() != 3:
            self.facts["unknown"] += 1
        elif batch_first:
            self.facts["batch_first"] += 1
        elif min(value.shape[:2]) < 2:
            self.facts["alone"] += 1
        else:
            self.facts["along_rows"] += 1
            self.facts["rows"], self.facts["columns"] = value.shape[:2]
            if not self.facts["looked_at"] and self.is_worth_a_look() and budget.is_left():
                self._change_a_row(layer, value)

    def _change_a_row(self, layer: Any, value: Any) -> None:
        """Count the rows whose last column depends on the first row. Draws no random numbers."""
        if type(layer) not in _recurrent():
            return
        rows = plain(value)
        is_random = layer.training and layer.dropout > 0
        if rows is None or is_random or rows.device.type != "cpu" or rows.numel() > MOST_NUMBERS:
            return
        torch = torch_state.torch
        with budget.counted(), torch.no_grad():
            other = rows.clone()
            other[0] += 1
            before, after = (type(layer).forward(layer, each)[0][1:, -1] for each in (rows, other))
            self.facts["changed"] = int((before != after).any(-1).sum())
        self.facts["others"] = len(before)
        self.facts["looked_at"] = 1
