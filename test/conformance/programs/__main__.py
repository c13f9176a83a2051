"""Writes the programs in TypeScript, what NumPy gives for them, and the table of second idioms: python3 test/conformance/programs [translations]"""

import importlib
import json
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
FILES = ["stencils", "recurrences", "algebra", "networks", "arithmetic", "series", "simulations", "tables"]


def translated():
    """By file: its text in TypeScript and the second idioms of its programs."""
    from translate import module

    return {name: module((FOLDER / f"{name}.py").read_text()) for name in FILES}


def results():
    """What each program gives: dtype, shape and values of its arrays."""
    import numpy as np
    from translate import camel

    found = {}
    for name in FILES:
        programs = importlib.import_module(name)
        for key in programs.__dict__:
            function = getattr(programs, key)
            if not callable(function) or getattr(function, "__module__", "") != name:
                continue
            made = function()
            arrays = [np.asarray(x) for x in (made if isinstance(made, (tuple, list)) else [made])]
            found[camel(key)] = [[x.dtype.name, list(x.shape), digest(np, x)] for x in arrays]
    return found


def digest(np, x):
    """Its elements, of many ones some forty, evenly; complex numbers by their parts."""
    flat = np.ascontiguousarray(x).ravel()
    flat = flat.view(flat.real.dtype) if flat.dtype.kind == "c" else flat
    step = max(1, flat.size // 40)
    return [float(f"{v:.15g}") if flat.dtype.kind == "f" else int(v) for v in flat[::step].tolist()]


README = """# Programs in both languages

Kernels of the kind that benchmark suites collect (`stencils`, `recurrences`, `algebra`, `networks`) and programs of the size of tutorials, each in Python
(`*.py`) and in JavaScript (`*.ts`). The JavaScript is what `translate.py` writes: operators become methods, keywords an object of options,
indices texts, names camel case. `python3 test/conformance/programs` writes it anew (then `npx biome check --write`), and what NumPy gives
(`test/golden/numpy/programs.json`); `programs.test.ts` runs the JavaScript and holds both texts beside each other.

{total} programs, {alike} by names alone. A second idiom was needed in these:

| file | program | second idiom |
| --- | --- | --- |
{rows}
"""


def readme(written):
    """The table of second idioms."""
    programs = [(name, key, found) for name, (_, idioms) in written.items() for key, found in idioms.items()]
    rows = [f"| {name} | `{key}` | {'; '.join(found)} |" for name, key, found in programs if found]
    return README.format(total=len(programs), alike=len(programs) - len(rows), rows="\n".join(rows))


def main():
    if sys.argv[1:] == ["translations"]:
        print(json.dumps({name: {"text": text, "idioms": idioms} for name, (text, idioms) in translated().items()}))
        return
    written = translated()
    for name, (text, _) in written.items():
        (FOLDER / f"{name}.ts").write_text(text)
    (FOLDER / "README.md").write_text(readme(written))
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in results().items())
    (FOLDER.parent.parent / "golden" / "numpy" / "programs.json").write_text(f"{{\n{lines}\n}}\n")


main()
