"""The parameters of NumPy's functions, as numpy-parameters.test.ts compares them with ours: run it to write parameters.json anew.

A parameter that may be left out ends with "="; one that has a name alone begins with "*, ", and one that takes any number with "*"."""

import inspect
import json
import os

import numpy as np

SPACES = {"": np, "linalg.": np.linalg, "fft.": np.fft, "random.": np.random, "Generator.": np.random.Generator}


def written(parameter):
    many = parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    named = parameter.kind == parameter.KEYWORD_ONLY
    default = "" if parameter.default is parameter.empty or many else "="
    return ("*" if many else "*, " if named else "") + parameter.name + default


found = {}
for prefix, space in SPACES.items():
    for name in sorted(dir(space)):
        function = getattr(space, name)
        if name.startswith("_") or not callable(function) or inspect.isclass(function):
            continue
        try:
            parameters = inspect.signature(function).parameters.values()
        except (TypeError, ValueError):
            continue
        found[prefix + name] = [written(p) for p in parameters if p.name != "self"]

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "parameters.json"), "w") as out:
    out.write("{\n" + ",\n".join(f"  {json.dumps(k)}: {json.dumps(p)}" for k, p in found.items()) + "\n}\n")
