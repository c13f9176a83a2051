"""Numbers as JSON has them: lists of them, with NaN and infinities as texts."""

import math


def listed(x):
    if isinstance(x, list):
        return [listed(item) for item in x]
    return str(x) if isinstance(x, float) and not math.isfinite(x) else x
