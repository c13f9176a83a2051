"""maniple as a module of the Python array API standard, for its official test suite.

Each call goes to a Node process (serve.ts) under the function's name in JavaScript: snake case becomes camel case, arguments of the
standard's signatures that have a default or only a name travel in the object of options. Nothing is computed here; the values of an array
are fetched once, for conversions to Python's numbers.
"""
import base64
import builtins
import collections
import enum
import inspect
import json
import math
import os
import re
import struct
import subprocess
import sys
from pathlib import Path

__name__ = "maniple_xp"
__array_api_version__ = os.environ.get("ARRAY_API_TESTS_VERSION", "2024.12")

_HERE = Path(__file__).resolve().parent
_SERVER = os.environ.get("MANIPLE_SERVER", str(_HERE.parents[2] / "dist" / "test" / "conformance" / "array-api" / "serve.js"))


class _Node:
    """The process that computes: a line of JSON for each call and each answer."""

    def __init__(self):
        self.process = subprocess.Popen(["node", _SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.dropped = []

    def ask(self, **request):
        if self.dropped:
            request["drop"], self.dropped = self.dropped, []
        self.process.stdin.write(json.dumps(request).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the Node process ended with {self.process.poll()}")
        answer = json.loads(line)
        if "error" in answer:
            raise _error(answer["error"])
        return decode(answer["ok"])


def _error(error):
    """Python's class of an error: what the standard and its tests name."""
    name, text = error["name"], f"{error['name']}: {error['message']}"
    if name == "IndexError":
        return IndexError(text)
    if name in ("DTypeError", "TypeError"):
        return TypeError(text)
    return ValueError(text)


class DType:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"maniple.{self.name}"

    def __eq__(self, other):
        return isinstance(other, DType) and other.name == self.name

    def __hash__(self):
        return hash(self.name)


_FORMATS = {
    "bool": "?", "int8": "b", "int16": "h", "int32": "i", "int64": "q", "uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q",
    "float32": "f", "float64": "d", "complex64": "f", "complex128": "d",
}
_DTYPES = {name: DType(name) for name in _FORMATS}
globals().update(_DTYPES)
e, inf, nan, pi, newaxis = math.e, math.inf, math.nan, math.pi, None


def camel(name):
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def encode(value, counting=False):
    """A value as JSON; `counting`: integers are sizes, axes and the like, else elements."""
    if isinstance(value, Array):
        return {"a": value._id}
    if isinstance(value, DType):
        return {"d": value.name}
    if value is None or isinstance(value, (builtins.bool, str)):
        return value
    if isinstance(value, int):
        return value if counting else {"i": str(value)}
    if isinstance(value, float):
        return {"f": struct.pack(">d", value).hex()}
    if isinstance(value, complex):
        return {"c": [struct.pack(">d", part).hex() for part in (value.real, value.imag)]}
    if isinstance(value, (tuple, list)):
        return [encode(item, counting) for item in value]
    if isinstance(value, dict):
        return {"o": {key: encode(item, counting) for key, item in value.items()}}
    if hasattr(value, "__index__"):
        return encode(value.__index__(), counting)
    if hasattr(value, "__float__"):
        return encode(float(value), counting)
    raise TypeError(f"{type(value).__name__} is nothing that an array can be made of")


def decode(value):
    if isinstance(value, list):
        return [decode(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "a" in value:
        return Array(value["a"], _DTYPES[value["dtype"]], tuple(value["shape"]))
    if "d" in value:
        return _DTYPES[value["d"]]
    if "f" in value:
        return float(value["f"])
    if "i" in value:
        return int(value["i"])
    return {key: decode(item) for key, item in value["o"].items()}


_node = _Node()


def _call(name, places, options):
    options = {camel(key): item for key, item in options.items()}
    return _node.ask(call=name, places=places, options={"o": options} if options else None)


class Array:
    """An array of the Node process, by its number there."""

    __array_priority__ = 1000
    __hash__ = None

    def __init__(self, number, dtype, shape):
        self._id, self.dtype, self.shape, self._values = number, dtype, shape, None

    def __del__(self):
        _node.dropped.append(self._id)

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        return math.prod(self.shape)

    @property
    def device(self):
        return "cpu"

    @property
    def T(self):
        if self.ndim != 2:
            raise ValueError("T: expected an array of 2 axes")
        return _node.ask(get="T", of=encode(self))

    @property
    def mT(self):
        return _node.ask(get="mT", of=encode(self))

    def __array_namespace__(self, /, *, api_version=None):
        return sys.modules[__name__] if __name__ in sys.modules else _module

    def to_device(self, device, /, *, stream=None):
        if device != "cpu":
            raise ValueError(f"there is no device {device}")
        return self

    def _flat(self):
        if self._values is None:
            data = base64.b64decode(_node.ask(read=encode(self)))
            complexes = self.dtype.name.startswith("complex")
            count = self.size * (2 if complexes else 1)
            values = struct.unpack(f"<{count}{_FORMATS[self.dtype.name]}", data)
            self._values = [complex(*pair) for pair in zip(values[::2], values[1::2])] if complexes else list(values)
        return self._values

    def _item(self):
        if self.size != 1 or self.ndim != 0:
            raise TypeError("only 0-d arrays become a number")
        return self._flat()[0]

    def __bool__(self):
        return builtins.bool(self._item())

    def __float__(self):
        item = self._item()
        if isinstance(item, complex):
            raise TypeError("a complex number has no float")
        return float(item)

    def __int__(self):
        item = self._item()
        if isinstance(item, complex):
            raise TypeError("a complex number has no int")
        return int(item)

    def __complex__(self):
        return complex(self._item())

    def __index__(self):
        item = self._item()
        if isinstance(item, builtins.bool) or not isinstance(item, int):
            raise TypeError("only integers are an index")
        return item

    def __repr__(self):
        return f"Array({self._flat()}, dtype={self.dtype.name}, shape={self.shape})"

    def __getitem__(self, key):
        return _node.ask(item=encode(self), key=_key(key, self))

    def __setitem__(self, key, value):
        self._values = None
        _node.ask(item=encode(self), key=_key(key, self), to=encode(value))

    def __iter__(self):
        if self.ndim == 0:
            raise TypeError("iteration over a 0-d array")
        return (self[i] for i in range(self.shape[0]))

    def __len__(self):
        if self.ndim == 0:
            raise TypeError("a 0-d array has no length")
        return self.shape[0]

    def __dlpack__(self, **options):
        raise BufferError("JavaScript has no DLPack")

    def __dlpack_device__(self):
        return (enum.IntEnum("Device", {"CPU": 1}).CPU, 0)


def _key(key, array):
    """An index as the server takes it: a list with one entry an axis, or a mask or arrays of indices."""
    entries = key if isinstance(key, tuple) else (key,)
    found = []
    for entry in entries:
        if isinstance(entry, slice):
            parts = [None if part is None else int(part) for part in (entry.start, entry.stop, entry.step)]
            found.append({"s": parts})
        elif entry is Ellipsis:
            found.append("...")
        elif isinstance(entry, Array) and entry.ndim == 0 and entry.dtype.name != "bool":
            found.append(int(entry))
        else:
            found.append(encode(entry, True))
    return found


_OPERATORS = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "divide", "floordiv": "floor_divide", "mod": "remainder",
    "pow": "pow", "matmul": "matmul", "and": "bitwise_and", "or": "bitwise_or", "xor": "bitwise_xor", "lshift": "bitwise_left_shift",
    "rshift": "bitwise_right_shift",
}
_COMPARISONS = {"eq": "equal", "ne": "not_equal", "lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}
_UNARY = {"abs": "abs", "neg": "negative", "pos": "positive", "invert": "bitwise_invert"}
_SCALARS = (Array, builtins.bool, int, float, complex)


def _operator(name, turned):
    def apply(self, other):
        if not isinstance(other, _SCALARS):
            return NotImplemented
        operands = [other, self] if turned else [self, other]
        return _call(camel(name), [encode(operand) for operand in operands], {})

    return apply


def _in_place(name):
    def apply(self, other):
        if not isinstance(other, _SCALARS):
            return NotImplemented
        self._values = None
        _node.ask(into=camel(name), of=encode(self), by=encode(other))
        return self

    return apply


for _short, _name in _OPERATORS.items():
    setattr(Array, f"__{_short}__", _operator(_name, False))
    setattr(Array, f"__r{_short}__", _operator(_name, True))
    setattr(Array, f"__i{_short}__", _in_place(_name))
for _short, _name in _COMPARISONS.items():
    setattr(Array, f"__{_short}__", _operator(_name, False))
for _short, _name in _UNARY.items():
    setattr(Array, f"__{_short}__", (lambda name: lambda self: _call(camel(name), [encode(self)], {}))(_name))

# ---- functions, with the signatures of the standard's stubs ----

_TUPLES = {}
#: Fields that Python names by capitals.
_CAPITALS = {"qr": ("Q", "R"), "svd": ("U", "S", "Vh")}


def _named(function, result, returned=""):
    """An object of arrays as the named tuple that the standard has; lists as tuples where the stub says so."""
    if isinstance(result, list):
        return tuple(result) if returned.startswith("Tuple") or "Tuple[" in returned else result
    if not isinstance(result, dict):
        return result
    snake = {re.sub(r"([a-z])([A-Z])", lambda found: f"{found[1]}_{found[2].lower()}", key): item for key, item in result.items()}
    if function in _CAPITALS:
        snake = dict(zip(_CAPITALS[function], snake.values()))
    made = _TUPLES.setdefault(function, collections.namedtuple(function, snake))
    return made(**snake)


def _counts(function, parameter):
    """Whether integers in an argument are sizes, axes and the like: not where an array or an element may stand."""
    if function == "arange":
        return parameter.name not in ("start", "stop", "step")
    if function == "linspace" or parameter.name == "repeats":
        return True
    return not re.search(r"array|complex", str(parameter.annotation)) or "Sequence[array]" in str(parameter.annotation)


def _function(stub, path):
    signature = inspect.signature(stub)

    def call(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        places, options = [], {}
        for name, value in bound.arguments.items():
            parameter = signature.parameters[name]
            counting = _counts(stub.__name__, parameter)
            if parameter.kind is parameter.VAR_POSITIONAL:
                places += [encode(item, counting) for item in value]
            elif parameter.kind is parameter.VAR_KEYWORD:
                raise TypeError(f"{stub.__name__} takes no {name}")
            elif parameter.kind is parameter.POSITIONAL_ONLY or (
                parameter.kind is parameter.POSITIONAL_OR_KEYWORD and parameter.default is parameter.empty
            ):
                places.append(encode(value, counting))
            elif name == "device":
                if value not in (None, "cpu"):
                    raise ValueError(f"there is no device {value}")
            else:
                if value is not None or parameter.default is not None:
                    options[name] = encode(value, counting)
        while places and places[-1] is None:
            places.pop()
        return _named(stub.__name__, _call(path, places, options), str(signature.return_annotation))

    call.__name__ = stub.__name__
    call.__signature__ = signature
    return call


def _stubs():
    root = Path(os.environ["ARRAY_API_STUBS"])
    sys.path.append(str(root))
    from importlib import import_module

    package = f"array_api_stubs._{__array_api_version__.replace('.', '_')}"
    for path in sorted((root / package.replace(".", "/")).glob("*.py")):
        module = import_module(f"{package}.{path.stem}")
        own = [name for name, found in vars(module).items() if inspect.isfunction(found) and found.__module__ == module.__name__]
        for name in {**dict.fromkeys(getattr(module, "__all__", [])), **dict.fromkeys(own if path.stem == "linalg" else [])}:
            found = getattr(module, name)
            if inspect.isfunction(found):
                yield path.stem, name, found


class _Extension:
    pass


class _Info:
    """`__array_namespace_info__`: the server's answers."""

    def __init__(self):
        for name in ("capabilities", "default_device", "default_dtypes", "devices", "dtypes"):
            setattr(self, name, self._method(name))

    def _method(self, name):
        def call(*, device=None, kind=None):
            found = _node.ask(info=camel(name), options=encode({} if kind is None else {"kind": list(kind) if isinstance(kind, tuple) else kind}))
            return tuple(found) if isinstance(found, list) else found

        return call


linalg, fft = _Extension(), _Extension()


def __array_namespace_info__():
    return _Info()


_module = sys.modules.get(__name__)
for _file, _name, _stub in _stubs():
    if _file in ("linalg", "fft"):
        setattr(globals()[_file], _name, _function(_stub, f"{_file}.{camel(_name)}"))
    elif _file.endswith("_functions"):
        globals()[_name] = _function(_stub, camel(_name))


class _Limits:
    def __init__(self, found):
        for name, item in found.items():
            setattr(self, re.sub(r"([a-z])([A-Z])", lambda m: f"{m[1]}_{m[2].lower()}", name), item)


for _name in ("finfo", "iinfo"):

    def _limits(ask):
        def call(type, /):
            return _Limits(ask(type)._asdict())

        call.__signature__ = ask.__signature__
        return call

    globals()[_name] = _limits(globals()[_name])
