"""Writes Python's expressions of arrays in JavaScript: operators become methods, keywords an object of options, indices texts. Nothing else changes.

A name is a number where it is made of literals, sizes, ranges and other such names; everything else is an array, or a list of arrays.
What is said in a second way is counted: results of several arrays come by name, and numbers of arrays are waited for.
"""

import ast
import re

METHODS = {
    ast.Add: "add", ast.Sub: "subtract", ast.Mult: "multiply", ast.Div: "divide", ast.FloorDiv: "floorDivide", ast.Mod: "remainder",
    ast.Pow: "pow", ast.MatMult: "matmul", ast.BitAnd: "bitwiseAnd", ast.BitOr: "bitwiseOr", ast.BitXor: "bitwiseXor",
    ast.LShift: "bitwiseLeftShift", ast.RShift: "bitwiseRightShift", ast.Gt: "greater", ast.GtE: "greaterEqual", ast.Lt: "less",
    ast.LtE: "lessEqual", ast.Eq: "equal", ast.NotEq: "notEqual",
}  # fmt: skip
SIGNS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.Pow: "**", ast.Gt: ">", ast.GtE: ">=", ast.Lt: "<",
    ast.LtE: "<=", ast.Eq: "===", ast.NotEq: "!==",
}  # fmt: skip
#: The method that gives the same with its operands in turn.
TURNED = {
    "add": "add", "multiply": "multiply", "greater": "less", "less": "greater", "greaterEqual": "lessEqual", "lessEqual": "greaterEqual",
    "equal": "equal", "notEqual": "notEqual", "bitwiseAnd": "bitwiseAnd", "bitwiseOr": "bitwiseOr", "bitwiseXor": "bitwiseXor",
}  # fmt: skip
#: Results of several arrays, by name.
PARTS = {
    "qr": ["q", "r"], "svd": ["u", "s", "vh"], "eigh": ["eigenvalues", "eigenvectors"], "slogdet": ["sign", "logabsdet"],
    "histogram": ["counts", "edges"], "lstsq": ["x", "residuals", "rank", "s"], "unique_counts": ["values", "counts"],
    "unique_inverse": ["values", "inverseIndices"],
}  # fmt: skip
#: In place, where NumPy has a method of the ufunc.
ASSIGN = {"add": "addAssign", "subtract": "subtractAssign", "multiply": "multiplyAssign", "divide": "divideAssign", "pow": "powAssign",
          "remainder": "remainderAssign", "floorDivide": "floorDivideAssign"}  # fmt: skip
RENAMED = {"ix_": "ix", "concatenate": "concatenate", "arctan2": "arctan2"}
#: What gives an array of a size that depends on values, without being lazy.
SIZED = {"bincount", "unique_counts", "unique_inverse", "nonzero", "roots"}
WAITED = "numbers of arrays are waited for"
SIZES = "sizes that depend on values are waited for"
NAMED = "results of several arrays come by name"


def camel(name):
    return RENAMED.get(name) or re.sub(r"_+([a-z0-9])", lambda m: m[1].upper(), name)


def complex_of(e):
    """The complex number that an expression of literals is, if it is one."""
    try:
        value = ast.literal_eval(e)
    except ValueError:
        return None
    return value if isinstance(value, complex) else None


class Expressions:
    """The texts of a function's expressions, and the second idioms that they need."""

    def __init__(self, functions):
        self.functions, self.numbers, self.lists = functions, {"True", "False"}, set()
        self.known, self.changed, self.idioms = set(), set(), set()

    # Kinds

    def is_number(self, e):
        if isinstance(e, ast.Constant):
            return not isinstance(e.value, complex)
        if isinstance(e, ast.Name):
            return e.id in self.numbers
        if isinstance(e, ast.BinOp):
            return self.is_number(e.left) and self.is_number(e.right)
        if isinstance(e, ast.UnaryOp):
            return self.is_number(e.operand)
        if isinstance(e, ast.Compare):
            return self.is_number(e.left) and self.is_number(e.comparators[0])
        if isinstance(e, ast.BoolOp):
            return True
        if isinstance(e, ast.IfExp):
            return self.is_number(e.body)
        if isinstance(e, ast.Attribute):
            return e.attr in ("pi", "e", "inf", "nan", "size", "ndim")
        if isinstance(e, ast.Subscript):
            of = e.value
            return isinstance(of, ast.Attribute) and of.attr == "shape" or isinstance(of, ast.Name) and of.id in self.lists
        return isinstance(e, ast.Call) and isinstance(e.func, ast.Name) and e.func.id in ("len", "float", "int", "bool", "min", "max", "abs")

    def is_list(self, e):
        return isinstance(e, (ast.List, ast.Tuple, ast.ListComp)) or isinstance(e, ast.Name) and e.id in self.lists

    # Expressions

    def text(self, e):
        value = complex_of(e)
        if value is not None:
            return f"{{ re: {value.real:g}, im: {value.imag:g} }}"
        return getattr(self, f"of_{type(e).__name__}")(e)

    def of_Constant(self, e):
        if isinstance(e.value, bool):
            return str(e.value).lower()
        return "null" if e.value is None else repr(e.value) if isinstance(e.value, str) else f"{e.value!r}".removesuffix(".0")

    def of_Name(self, e):
        return camel(e.id)

    def of_Attribute(self, e):
        value = self.text(e.value)
        return f"{value}.{e.attr if e.attr == 'T' else camel(e.attr)}"

    def of_BinOp(self, e):
        left, right, kind = self.text(e.left), self.text(e.right), type(e.op)
        if self.is_number(e):
            if kind is ast.FloorDiv:
                return f"Math.floor({left} / {right})"
            return f"({left} {SIGNS[kind]} {right})"
        return self.method(METHODS[kind], e.left, e.right, left, right)

    def method(self, name, a, b, left, right):
        if not self.is_number(a) and complex_of(a) is None:
            return f"{left}.{name}({right})"
        return f"{right}.{TURNED[name]}({left})" if name in TURNED else f"np.{name}({left}, {right})"

    def of_Compare(self, e):
        a, b, kind = e.left, e.comparators[0], type(e.ops[0])
        if self.is_number(e):
            return f"{self.text(a)} {SIGNS[kind]} {self.text(b)}"
        return self.method(METHODS[kind], a, b, self.text(a), self.text(b))

    def of_BoolOp(self, e):
        return (" && " if isinstance(e.op, ast.And) else " || ").join(self.text(v) for v in e.values)

    def of_IfExp(self, e):
        return f"({self.text(e.test)} ? {self.text(e.body)} : {self.text(e.orelse)})"

    def of_UnaryOp(self, e):
        value = self.text(e.operand)
        if isinstance(e.op, ast.Not):
            return f"!({value})"
        if self.is_number(e.operand):
            return f"-{value}"
        return f"{value}.{'bitwiseInvert' if isinstance(e.op, ast.Invert) else 'negative'}()"

    def of_List(self, e):
        return f"[{', '.join(self.text(v) for v in e.elts)}]"

    of_Tuple = of_List

    def of_ListComp(self, e):
        loop = e.generators[0]
        name, source = loop.target.id, loop.iter
        if isinstance(source, ast.Call) and source.func.id == "range":
            self.numbers.add(name)
            start, stop = (["0"] + [self.text(v) for v in source.args])[-2:]
            index = name if start == "0" else f"{name}From"
            body = self.text(e.elt)
            if start != "0":
                return f"Array.from({{ length: {stop} - {start} }}, (_, {index}) => {index} + {start}).map(({name}) => {body})"
            return f"Array.from({{ length: {stop} }}, (_, {name}) => {body})"
        if self.is_list(source):
            self.numbers.add(name)
        return f"{self.text(source)}.map(({name}) => {self.text(e.elt)})"

    def bound(self, e):
        return "" if e is None else self.text(e)

    def index(self, e):
        """One index of `slice`."""
        if isinstance(e, ast.Slice):
            parts = [self.bound(e.lower), self.bound(e.upper)] + ([self.bound(e.step)] if e.step else [])
            if all(re.fullmatch(r"-?\d*", part) for part in parts):
                return f"'{':'.join(parts)}'"
            return "`" + ":".join(part if re.fullmatch(r"-?\d*", part) else f"${{{part.strip('()') if part.count('(') == 1 else part}}}" for part in parts) + "`"
        return "'...'" if isinstance(e, ast.Constant) and e.value is Ellipsis else self.text(e)

    def is_slice(self, e):
        items = e.slice.elts if isinstance(e.slice, ast.Tuple) else [e.slice]
        return all(isinstance(i, (ast.Slice, ast.Constant)) or self.is_number(i) for i in items)

    def of_Subscript(self, e):
        value = self.text(e.value)
        if self.is_list(e.value) or isinstance(e.value, ast.Attribute) and e.value.attr == "shape":
            return f"{value}[{self.text(e.slice)}]"
        if not self.is_slice(e):
            return f"{value}.get({self.text(e.slice)})"
        items = e.slice.elts if isinstance(e.slice, ast.Tuple) else [e.slice]
        return f"{value}.slice({', '.join(self.index(i) for i in items)})"

    def of_Call(self, e):
        args = [f"...{self.text(a.value)}" if isinstance(a, ast.Starred) else self.text(a) for a in e.args]
        if e.keywords:
            args.append("{ " + ", ".join(f"{camel(k.arg)}: {self.text(k.value)}" for k in e.keywords) + " }")
        if not isinstance(e.func, ast.Name):
            return self.of_method(e, args)
        name = e.func.id
        if name in ("float", "int", "bool") and not self.is_number(e.args[0]):
            self.idioms.add(WAITED)
            return f"{'Boolean' if name == 'bool' else 'Number'}(await {args[0]}.item())"
        if name in ("float", "int"):
            return f"Math.trunc({args[0]})" if name == "int" else args[0]
        if name in ("min", "max", "abs"):
            return f"Math.{name}({', '.join(args)})"
        if name == "len":
            return f"{args[0]}.length"
        wait = "await " if name in self.functions else ""
        return f"{wait}{camel(name)}({', '.join(args)})"

    def of_method(self, e, args):
        of = e.func
        full = ast.unparse(of)
        if of.attr in SIZED:
            self.idioms.add(SIZES)
            return f"(await {self.text(of)}({', '.join(args)}))"
        if full.startswith("np.add.at"):
            return f"np.addAt({', '.join(args)})"
        if isinstance(of.value, ast.Name) and of.value.id in self.lists and of.attr == "append":
            return f"{self.text(of.value)}.push({', '.join(args)})"
        return f"{self.text(of)}({', '.join(args)})"
