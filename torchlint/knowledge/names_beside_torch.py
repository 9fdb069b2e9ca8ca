"""The names that Python and other packages have lost: words alone, for the gate searches texts for them."""

from __future__ import annotations

import re
from functools import cache

# Other names of Python's own types, and of what NumPy calls otherwise, by the end of their dotted names.
BUILT_IN = {"float": "float", "int": "int", "object": "object", "complex": "complex", "str": "str", "unicode": "str"}
# Those that NumPy has again since 2.0, for types of its own.
RETURNED = {"bool": "bool", "long": "int"}
RENAMED = {
    "float_": "float64",
    "complex_": "complex128",
    "cfloat": "complex128",
    "singlecomplex": "complex64",
    "longfloat": "longdouble",
    "unicode_": "str_",
    "str0": "str_",
    "string_": "bytes_",
    "object0": "object_",
    "bool8": "bool_",
    "int0": "intp",
    "uint0": "uintp",
    "Inf": "inf",
    "Infinity": "inf",
    "infty": "inf",
    "PINF": "inf",
    "NaN": "nan",
    "product": "prod",
    "cumproduct": "cumprod",
    "sometrue": "any",
    "alltrue": "all",
    "round_": "round",
    "mat": "asmatrix",
    "issubsctype": "issubdtype",
}
EXCEPTIONS = ("VisibleDeprecationWarning", "ComplexWarning", "AxisError", "TooHardError")
OTHERWISE = {
    "NINF": "use `-np.inf`",
    "asfarray": "use `np.asarray` with a dtype",
    "cast": "use `np.asarray` with a dtype",
    "msort": "use `np.sort` with `axis=0`",
    "find_common_type": "use `np.promote_types`",
    "math": "import `math`",
}
# Those that have another name since another version than the rest.
LATER = ("RankWarning", "asscalar", "in1d", "trapz")
OF_IMAGES = {"ANTIALIAS": "LANCZOS", "LINEAR": "BILINEAR", "CUBIC": "BICUBIC"}
OF_DRAWINGS = ("textsize", "multiline_textsize")
# Of Python's own modules: what moved to `collections.abc`, and what has another name.
OF_COLLECTIONS = tuple(
    "Awaitable ByteString Callable Collection Container Coroutine Generator Hashable ItemsView Iterable Iterator"
    " KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Sequence Set Sized ValuesView".split()
)
OF_PYTHON = ("time.clock", "inspect.getargspec", "base64.decodestring", "base64.encodestring", "fractions.gcd")
_OF_FILES = ("imread", "imresize", "imsave")  # of scipy.misc
_PACKAGES = ("numpy", "PIL", "scipy", "librosa", "collections", "yaml", "time", "inspect", "base64", "fractions")


def reads_what_is_gone(text: str) -> bool:
    """Whether a text reads one of these names of what is usually imported as `np`, `Image` or `scipy.misc`."""
    return any(package in text for package in _PACKAGES) and _reads().search(text) is not None


@cache
def _reads() -> re.Pattern[str]:
    arrays = "|".join((*BUILT_IN, *RETURNED, *RENAMED, *EXCEPTIONS, *OTHERWISE, *LATER))
    images, drawings, files = "|".join(OF_IMAGES), "|".join(OF_DRAWINGS), "|".join(_OF_FILES)
    ways = (rf"(?:np|numpy)\.(?:{arrays})", rf"Image\.(?:{images})", rf"\.(?:{drawings})", rf"scipy\.misc\.(?:{files})")
    kinds, python = "|".join(OF_COLLECTIONS), "|".join(map(re.escape, OF_PYTHON))
    sounds = r"librosa\.(?:load|resample|i?stft|filters|feature|util|effects|core|output)"
    pixels = r"\.tostring_rgb|(?:np|numpy)\.fromstring"
    abstract = rf"collections(?:\.| import .{{0,500}}\b)(?:{kinds})"
    others = (sounds, pixels, abstract, python, r"yaml\.load\b(?!.*Loader)")
    return re.compile(rf"^[^#\r\n]*(?:{'|'.join((*ways, *others))})\b", re.MULTILINE)
