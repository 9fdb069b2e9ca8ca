"""Where PyTorch's public names are: the namespaces, classes and single names that the table takes in."""

from __future__ import annotations

import re

# In the order of preference: a thing that several namespaces hold goes by the name that it has in the first of them.
# The documentation does the same: `torch.conv2d` is described as `torch.nn.functional.conv2d`.
NAMESPACES = """
torch.nn.functional torch.futures torch torch.nn torch.nn.init torch.nn.parallel torch.nn.parameter
torch.nn.attention torch.nn.attention.flex_attention torch.nn.utils torch.nn.utils.rnn torch.nn.utils.parametrize
torch.nn.utils.parametrizations torch.nn.utils.prune torch.nn.utils.stateless torch.nn.utils.fusion
torch.optim torch.optim.lr_scheduler torch.optim.swa_utils
torch.utils.data.distributed torch.utils.data torch.utils.checkpoint torch.utils.dlpack torch.utils.hooks
torch.utils.benchmark torch.utils.cpp_extension torch.utils.mobile_optimizer torch.hub torch.utils.model_zoo
torch.linalg torch.fft torch.special torch.sparse torch.nested torch.masked torch.signal.windows
torch.autograd torch.autograd.forward_ad torch.autograd.function torch.autograd.functional torch.autograd.graph
torch.autograd.profiler torch.func
torch.amp torch.cuda.amp torch.cpu.amp torch.cuda torch.cuda.comm torch.cuda.nvtx torch.cuda.profiler torch.cpu
torch.mps torch.xpu torch.accelerator torch.random torch.serialization torch.profiler torch.multiprocessing
torch.distributions torch.distributions.constraints
torch.distributed.device_mesh torch.distributed torch.distributed.algorithms.join torch.distributed.checkpoint
torch.distributed.elastic.multiprocessing.errors torch.distributed.fsdp torch.distributed.nn torch.distributed.optim
torch.distributed.pipelining torch.distributed.rpc torch.distributed.tensor torch.distributed.tensor.parallel
torch.backends.cuda torch.backends.cudnn torch.backends.mkldnn torch.backends.mps
torch.jit torch.onnx torch.compiler torch.export torch.fx torch.library torch.package torch.testing
""".split()

# Names that no namespace above offers and that real code spells: to derive from, to compare types with, to assign to.
SINGLE = """
torch.__version__ torch.version.cuda torch.linalg.LinAlgError torch.nn.init._calculate_fan_in_and_fan_out
torch.nn.Module._register_state_dict_hook torch.nn.Module._register_load_state_dict_pre_hook
torch.nn.modules.module.register_module_buffer_registration_hook
torch.nn.modules.module.register_module_module_registration_hook
torch.nn.modules.module.register_module_parameter_registration_hook
torch.nn.modules.module.register_module_forward_pre_hook torch.nn.modules.module.register_module_forward_hook
torch.nn.modules.module.register_module_backward_hook
torch.nn.modules.module.register_module_full_backward_hook
torch.nn.modules.module.register_module_full_backward_pre_hook
torch.nn.modules.loss._Loss torch.nn.modules.loss._WeightedLoss
torch.nn.modules.batchnorm._BatchNorm torch.nn.modules.batchnorm._NormBase
torch.nn.modules.instancenorm._InstanceNorm torch.nn.modules.conv._ConvNd torch.nn.modules.dropout._DropoutNd
torch.optim.lr_scheduler._LRScheduler torch.sparse.spdiags torch.sparse.sampled_addmm
torch.distributed.ReduceOp torch.distributed.TCPStore torch.distributed.HashStore torch.distributed.rpc.init_rpc
torch.jit.is_scripting torch.jit.is_tracing torch.jit.export torch.jit.ignore torch.jit.unused
torch.backends.cudnn.benchmark torch.backends.cudnn.deterministic torch.backends.cudnn.enabled
torch.backends.cudnn.allow_tf32 torch.backends.cudnn.flags torch.backends.cudnn.is_available
torch.backends.cudnn.version torch.backends.cuda.matmul.allow_tf32
torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction torch.backends.mkl.is_available
torch.backends.mkldnn.enabled torch.backends.mkldnn.flags torch.backends.mkldnn.is_available
torch.backends.openmp.is_available torch.cuda.nccl.version
torch.multiprocessing.spawn torch.multiprocessing.set_start_method torch.multiprocessing.get_context
torch.multiprocessing.Process torch.multiprocessing.Queue torch.multiprocessing.Pool torch.multiprocessing.Manager
torch.ao.quantization.quantize_dynamic torch.ao.quantization.prepare torch.ao.quantization.prepare_qat
torch.ao.quantization.convert torch.ao.quantization.fuse_modules torch.ao.quantization.get_default_qconfig
torch.ao.quantization.get_default_qat_qconfig torch.ao.quantization.QuantStub torch.ao.quantization.DeQuantStub
torch.ao.quantization.QuantWrapper
""".split()

# Classes whose own attributes are listed; what a subclass inherits is looked up at its base.
CLASSES = """
torch.Tensor torch.nn.Module torch.nn.Sequential torch.nn.ModuleList torch.nn.ModuleDict torch.nn.ParameterList
torch.nn.ParameterDict torch.nn.Embedding torch.nn.SyncBatchNorm torch.nn.parallel.DistributedDataParallel
torch.nn.utils.rnn.PackedSequence torch.optim.Optimizer torch.optim.LBFGS torch.optim.lr_scheduler.LRScheduler
torch.optim.lr_scheduler.ReduceLROnPlateau torch.optim.swa_utils.AveragedModel
torch.amp.GradScaler torch.cuda.amp.GradScaler torch.autograd.Function torch.autograd.function.FunctionCtx
torch.utils.data.DataLoader torch.utils.data.distributed.DistributedSampler torch.utils.hooks.RemovableHandle
torch.distributions.Distribution torch.Generator torch.cuda.Event torch.cuda.Stream torch.profiler.profile
torch.distributed.Work torch.distributed.fsdp.FullyShardedDataParallel
""".split()
WHOLE_CLASSES = {"torch.Tensor", "torch.cuda.amp.GradScaler"}  # what these inherit is listed too
UNINTERESTING = {"extra_repr", "forward", "reset_parameters"}  # every module has them

# The operators of Python 3 and the functions that call on a tensor's type.
OPERATORS = """
abs add and array bool complex contains delitem eq float floordiv ge getitem gt iadd iand ifloordiv ilshift imod imul
index int invert ior ipow irshift isub iter itruediv ixor le len lshift lt matmul mod mul ne neg or pos pow radd rand
reversed rfloordiv rlshift rmatmul rmod rmul ror rpow rrshift rshift rsub rtruediv rxor setitem sub truediv xor
""".split()

# Of the classes in torch, those that are not the graph compiler's; tensor and storage types come on top.
CORE_CLASSES = """
AcceleratorError Event Generator OutOfMemoryError ScriptFunction ScriptModule Size Stream SymBool SymFloat SymInt
autocast device dtype enable_grad finfo iinfo inference_mode layout memory_format no_grad qscheme set_grad_enabled
""".split()

# Functions that `import *` from torch._C leaves in torch: kernels of single backends and the graph compiler's.
INTERNAL = re.compile(
    r"(cudnn|miopen|mkldnn|fbgemm|fused|import_ir|native|parse|profiler|sym_constrain|quantized|q_|vital|read_vital)_.*"
    r"|.*_copy|.*_(backward|stats|elemt|jvp)(_.*)?|autocast_(in|de)crement_nesting|(merge|unify)_type.*|init_num_threads"
)

# Modules whose things other namespaces import as helpers.
BORROWED = {"torch.overrides", "torch._jit_internal", "torch._prims_common", "torch.types"}

# Modules from which people import, though the documentation names another; of the private ones only default_collate's.
SPELLED = re.compile(
    r"torch(\.(amp|autograd|cpu|cuda|distributions|futures|fx|hub|jit|linalg|masked|nested|nn|optim|profiler|signal|utils"
    r"|functional|random|serialization|special|sparse|storage|quantization|distributed(\.(distributed_c10d|fsdp|nn|optim))?)"
    r"(?!.*\._)(\..*)?)?|torch\.distributed(\.rpc|\.tensor)?|torch\.utils\.data\._utils\.collate"
)
