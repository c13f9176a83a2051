"""Writes Python programs of arrays in JavaScript, statement by statement. A name that is assigned once is a constant."""

import ast

from expressions import ASSIGN, METHODS, NAMED, PARTS, SIGNS, Expressions, camel


class Translation(Expressions):
    """The text of one function, and the second idioms that it needs."""

    def body(self, statements):
        return "\n".join(self.statement(s) for s in statements)

    def statement(self, s):
        return getattr(self, f"do_{type(s).__name__}")(s)

    def do_Return(self, s):
        return f"return {self.text(s.value)};"

    def do_Expr(self, s):
        return "" if isinstance(s.value, ast.Constant) else f"{self.text(s.value)};"

    def declare(self, name):
        if name in self.known:
            return camel(name)
        self.known.add(name)
        return f"{'let' if name in self.changed else 'const'} {camel(name)}"

    def do_Assign(self, s):
        target, value = s.targets[0], s.value
        if isinstance(target, ast.Subscript):
            return self.store(target, value)
        if isinstance(target, ast.Tuple):
            return self.several([t.id for t in target.elts], value)
        numeric, listed = self.is_number(value), self.is_list(value)
        text = self.text(value)
        if isinstance(value, ast.List) and not value.elts:
            text = "[] as np.NDArray[]"
        (self.numbers.add if numeric else self.numbers.discard)(target.id)
        if listed:
            self.lists.add(target.id)
        return f"{self.declare(target.id)} = {text};"

    def several(self, names, value):
        text = self.text(value)
        if isinstance(value, ast.Tuple):
            for name, part in zip(names, value.elts):
                (self.numbers.add if self.is_number(part) else self.numbers.discard)(name)
        called = value.func.attr if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else None
        if called in PARTS:
            self.idioms.add(NAMED)
            pairs = [part if camel(name) == part else f"{part}: {camel(name)}" for name, part in zip(names, PARTS[called]) if name != "_"]
            self.known.update(names)
            return f"const {{ {', '.join(pairs)} }} = {text};"
        old = [name in self.known for name in names]
        self.known.update(names)
        keyword = "" if all(old) else "let " if any(name in self.changed for name in names) else "const "
        return f"{keyword}[{', '.join(camel(name) for name in names)}] = {text};"

    def store(self, target, value):
        text, of = self.text(value), self.text(target.value)
        if self.is_list(target.value):
            return f"{of}[{self.text(target.slice)}] = {text};"
        if not self.is_slice(target):
            return f"{of}.set({self.text(target.slice)}, {text});"
        return f"{self.place(target)}.assign({text});"

    def place(self, target):
        """A view to write to; all of an array is itself."""
        part = target.slice
        whole = isinstance(part, ast.Slice) and part.lower is part.upper is part.step is None
        return self.text(target.value) if whole else self.text(target)

    def do_AugAssign(self, s):
        value, kind = self.text(s.value), type(s.op)
        if isinstance(s.target, ast.Subscript) and not self.is_slice(s.target):
            of, where = self.text(s.target.value), self.text(s.target.slice)
            return f"{of}.set({where}, {of}.get({where}).{METHODS[kind]}({value}));"
        if isinstance(s.target, ast.Name) and s.target.id in self.numbers:
            sign = "//" if kind is ast.FloorDiv else SIGNS[kind]
            return f"{camel(s.target.id)} = Math.floor({camel(s.target.id)} / {value});" if sign == "//" else f"{camel(s.target.id)} {sign}= {value};"
        to = self.place(s.target) if isinstance(s.target, ast.Subscript) else self.text(s.target)
        return f"{to}.{ASSIGN[METHODS[kind]]}({value});"

    def do_For(self, s):
        name, source = s.target.id, s.iter
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "range":
            self.numbers.add(name)
            args = [self.text(v) for v in source.args]
            start, stop = (["0"] + args)[:2] if len(args) == 1 else args[:2]
            step = int(args[2].replace("(", "").replace(")", "")) if len(args) == 3 else 1
            by = f"{name}{'++' if step == 1 else '--' if step == -1 else f' += {step}' if step > 0 else f' -= {-step}'}"
            return f"for (let {name} = {start}; {name} {'<' if step > 0 else '>'} {stop}; {by}) {{\n{self.body(s.body)}\n}}"
        if self.is_list(source):
            self.numbers.add(name)
        return f"for (const {name} of {self.text(source)}) {{\n{self.body(s.body)}\n}}"

    def do_While(self, s):
        return f"while ({self.text(s.test)}) {{\n{self.body(s.body)}\n}}"

    def do_If(self, s):
        more = f" else {{\n{self.body(s.orelse)}\n}}" if s.orelse else ""
        return f"if ({self.text(s.test)}) {{\n{self.body(s.body)}\n}}{more}"

    def do_Break(self, s):
        return "break;"

    def do_FunctionDef(self, s):
        """A helper inside of a program: its numbers are annotated."""
        inner = Translation(self.functions)
        inner.numbers |= self.numbers | {a.arg for a in s.args.args if a.annotation is not None}
        inner.known |= self.known | {a.arg for a in s.args.args}
        inner.lists |= self.lists
        args = ", ".join(f"{camel(a.arg)}: {'number' if a.annotation is not None else 'np.NDArray'}" for a in s.args.args)
        inner.changed = assigned_often(s)
        body = inner.body(s.body)
        self.idioms |= inner.idioms
        self.known.add(s.name)
        wait = "async " if "await " in body else ""
        if wait:
            self.functions.add(s.name)
        return f"const {camel(s.name)} = {wait}({args}) => {{\n{body}\n}};"


def assigned_often(function):
    """Names that are assigned more than once, or within a loop that begins after them."""
    found = {}
    for node in ast.walk(function):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else []
        for target in targets:
            for name in target.elts if isinstance(target, ast.Tuple) else [target]:
                if isinstance(name, ast.Name):
                    found[name.id] = found.get(name.id, 0) + 1
    return {name for name, count in found.items() if count > 1}


def program(function):
    """A program's text in TypeScript, and its second idioms."""
    made = Translation(set())
    made.changed = assigned_often(function)
    body = made.body(function.body)
    summary = ast.get_docstring(function)
    return f"/** {summary} */\nexport async function {camel(function.name)}() {{\n{body}\n}}\n", sorted(made.idioms)


def module(source):
    """A file's text in TypeScript, and the second idioms of each program."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    texts, idioms = zip(*(program(f) for f in functions))
    head = f"/** {ast.get_docstring(tree)} */\nimport * as np from '../../../lib/array/index.js';\n\n"
    return head + "\n".join(texts), {camel(f.name): found for f, found in zip(functions, idioms)}
