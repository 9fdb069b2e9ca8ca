"""What the forwards of PyTorch's own modules take, as torch 2.13.0 has them; earlier versions take the same or less."""

from __future__ import annotations

from torchlint.knowledge.torch_api import fact

# Parameters by the modules in torch.nn whose forward has them; `=` marks those with a default.
_FORWARDS = {
    "x": "RMSNorm",
    "x1 x2": "CosineSimilarity PairwiseDistance",
    "input1 input2": "Bilinear",
    "input1 input2 target": "CosineEmbeddingLoss MarginRankingLoss",
    "input output_size=": "ConvTranspose1d ConvTranspose2d ConvTranspose3d "
    "LazyConvTranspose1d LazyConvTranspose2d LazyConvTranspose3d",
    "input indices output_size=": "MaxUnpool1d MaxUnpool2d MaxUnpool3d",
    "input offsets= per_sample_weights=": "EmbeddingBag",
    "input hx=": "GRU GRUCell LSTM LSTMCell RNN RNNCell",
    "query key value key_padding_mask= need_weights= attn_mask= average_attn_weights= is_causal=": "MultiheadAttention",
    "src tgt src_mask= tgt_mask= memory_mask= src_key_padding_mask= tgt_key_padding_mask= memory_key_padding_mask= "
    "src_is_causal= tgt_is_causal= memory_is_causal=": "Transformer",
    "tgt memory tgt_mask= memory_mask= tgt_key_padding_mask= memory_key_padding_mask= tgt_is_causal= "
    "memory_is_causal=": "TransformerDecoder TransformerDecoderLayer",
    "src mask= src_key_padding_mask= is_causal=": "TransformerEncoder",
    "src src_mask= src_key_padding_mask= is_causal=": "TransformerEncoderLayer",
    "input_ target_": "AdaptiveLogSoftmaxWithLoss",
    "log_probs targets input_lengths target_lengths": "CTCLoss",
    "input target var": "GaussianNLLLoss",
    "log_input target": "PoissonNLLLoss",
    "anchor positive negative": "TripletMarginLoss TripletMarginWithDistanceLoss",
    "*": "Container Module ModuleDict ModuleList ParameterDict ParameterList RNNBase RNNCellBase DataParallel",
}
_BY_NAME = {name: parameters for parameters, names in _FORWARDS.items() for name in names.split()}
_OF_KINDS = {"module": "input", "loss": "input target"}  # what all the others take


def forward_parameters(name: str) -> str | None:
    """The parameters of the forward of a module in torch.nn, `=` behind those with a default; None if it has none."""
    namespace, _, short = name.rpartition(".")
    known = fact(name) if namespace == "torch.nn" else None
    found = _BY_NAME.get(short, _OF_KINDS.get(known.kind)) if known is not None else None
    return None if found == "*" else found
