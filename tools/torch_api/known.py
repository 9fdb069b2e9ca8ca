"""Facts that a run on one CPU cannot show, and names that older versions of PyTorch had; written by hand.

The format is that of the generated table: what is known before the colon, the names after it. A name that the
installed torch lacks needs a kind as its first word; `+` adds words to what was found instead of replacing it.
"""

from __future__ import annotations

from collections.abc import Iterator


def facts() -> Iterator[tuple[str, list[str]]]:
    """The names below with their words."""
    namespace = ""
    for line in KNOWN.splitlines():
        if line.startswith(" "):
            words, _, names = line.partition(":")
            for short in names.split():
                yield f"{namespace}.{short}", words.split()
        elif line:
            namespace = line


KNOWN = """
torch
 + sync: svd cholesky pinverse matrix_rank lobpcg save
 + deprecated: eig lstsq matrix_rank solve symeig
 module: compile
 function tensor differentiable deprecated: irfft rfft ifft gesv gels trtrs potrf potri potrs btrifact btrisolve
 function tensors deprecated: pstrf btrifact_with_info btriunpack
torch.Tensor
 + sync: tolist numpy __array__ cpu svd cholesky pinverse
 + deprecated: eig lstsq solve symeig lu lu_solve cholesky qr svd triangular_solve ger storage_type
 tensor differentiable: cuda xpu ipu mtia pin_memory to_mkldnn
 none: record_stream
 tensor: grad
 tensor differentiable: imag
 method tensor differentiable deprecated: irfft rfft ifft fft gesv gels trtrs potrf potri potrs btrifact btrisolve
 method number deprecated: offset
torch.nn.functional
 tensor differentiable: grouped_mm native_channel_shuffle scaled_mm scaled_grouped_mm
torch.nn
 unknown: Module Sequential ModuleList ModuleDict DataParallel Container RNNBase RNNCellBase
torch.nn.Module
 method: __call__ forward
 module: cuda xpu ipu mtia
 + sync: cpu
torch.nn.parallel
 tensor differentiable: data_parallel gather
 list differentiable: scatter
 list: replicate
 module deprecated: DistributedDataParallelCPU
torch.nn.parallel.DistributedDataParallel
 module: train
torch.nn.attention.flex_attention
 tensor differentiable: flex_attention
torch.nn.init
 + inplace: constant dirac eye kaiming_normal kaiming_uniform normal orthogonal sparse uniform xavier_normal xavier_uniform
torch.nn.utils.rnn.PackedSequence
 unknown differentiable: cuda pin_memory
torch.func
 unknown: functionalize grad grad_and_value hessian jacfwd jacrev
 tensor: debug_unwrap
 tensor differentiable: rearrange
torch.nested
 tensor differentiable: masked_select narrow nested_tensor_from_jagged
torch.autograd
 + deprecated: Variable
torch.autograd.Function
 unknown differentiable: apply
torch.cuda
 bool: is_bf16_supported is_initialized
 none: empty_cache init ipc_collect set_stream
 none sync: synchronize
 + sync: empty_cache
 context: stream
 class tensor: BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor IntTensor LongTensor ShortTensor
torch.cuda.comm
 tensor differentiable: gather
 list differentiable: broadcast scatter
torch.cuda.Event
 number: elapsed_time
 none: record
 none sync: synchronize
torch.cuda.Stream
 none sync: synchronize
torch.mps
 none sync: synchronize
torch.xpu
 none sync: synchronize
 + sync: empty_cache
 context: stream
torch.accelerator
 none sync: synchronize
 + sync: empty_cache
torch.distributed
 + sync: all_gather_object barrier broadcast_object_list gather_object monitored_barrier recv_object_list
 + sync: scatter_object_list send_object_list
torch.distributed.nn
 tensor differentiable: all_reduce broadcast reduce reduce_scatter scatter all_to_all_single
 list differentiable: all_gather all_to_all gather
torch.jit
 module: script trace load freeze optimize_for_inference
torch.hub
 unknown: load
torch.testing
 + sync: assert_allclose
torch.utils.tensorboard
 class: SummaryWriter
torch.utils.tensorboard.SummaryWriter
 method none: add_audio add_custom_scalars add_embedding add_figure add_graph add_hparams add_mesh add_pr_curve close flush
 method none sync: add_histogram add_image add_images add_scalar add_scalars add_text add_video
"""
