"""What NumPy gives for the calls of composed.test.ts, ported.test.ts, routines.test.ts and helpers.test.ts in test/unit/array: run it to write the
JSON files anew."""

import json
import os
import warnings

import numpy as np
from listed import listed

if not hasattr(np, "trapz"):  # the name before NumPy 2
    np.trapz = np.trapezoid
nan, inf = np.nan, np.inf
v = np.array([3.0, -1.5, 4.0, 1.25, -0.0, 9.5, 2.0])
w = np.array([1.0, 2.0, 0.5, 3.0, 1.5, 0.25, 4.0])
m = np.array([[3.0, 1.0, 2.0, 8.0], [-6.0, 5.0, 4.5, 0.5], [2.0, 2.0, -7.0, 1.0]])
t = np.arange(24, dtype=float).reshape(2, 3, 4) ** 1.5 - 20
k = np.array([[4, 1, 7], [2, 9, 3]])
g = np.array([[1.0, nan, 3.0], [nan, nan, nan], [4.0, -2.0, nan]])
xp = np.array([-2.0, 0.0, 1.0, 4.0])
fp = np.array([1.0, -3.0, 2.5, 10.0])


def at(function, x, indices, values):
    result = np.array(x)
    function.at(result, indices, values)
    return result


def done(function, x, *rest):
    result = np.array(x)
    function(result, *rest)
    return result


CASES = """
np.quantile(v, 0.3)
np.quantile(v, [0, 0.1, 0.77, 1])
np.quantile(m, 0.4, axis=0)
np.quantile(m, [0.25, 0.9], axis=1)
np.quantile(t, 0.5, axis=(0, 2))
np.quantile(m, 0.6, axis=1, keepdims=True)
np.quantile(v, 0.35, method='lower')
np.quantile(v, 0.35, method='higher')
np.quantile(v, 0.35, method='midpoint')
np.quantile(v, 0.35, method='nearest')
np.quantile(k, 0.3)
np.quantile(g, 0.5, axis=1)
np.percentile(v, [5, 50, 95])
np.median(v)
np.median(m)
np.median(m, axis=0)
np.median(t, axis=(1, 2))
np.median(g, axis=0)
np.median(k, axis=0, keepdims=True)
np.ptp(m, axis=1)
np.average(v, weights=w)
np.average(m, axis=1, weights=[1, 2, 3, 4])
np.average(m, axis=0)
np.average(m, weights=m)
np.cov(m)
np.cov(m, rowvar=False)
np.cov(v)
np.cov(v, w)
np.cov(m, ddof=0)
np.corrcoef(m)
np.corrcoef(v, w)
np.nansum(g, axis=0)
np.nanprod(g, axis=1)
np.nanmin(g, axis=0)
np.nanmax(g, axis=1)
np.nanmean(g, axis=1)
np.nanmean(g)
np.nanvar(g, axis=0)
np.nanvar(g, axis=1, ddof=1)
np.nanstd(g)
np.nansum(k)
np.nan_to_num(np.array([nan, inf, -inf, 2.0]))
np.vstack([v, w])
np.hstack([v, w])
np.hstack([m, m])
np.dstack([m, m])
np.column_stack([v, w])
np.column_stack([m, m[:, 0]])
np.append(m, v)
np.append(m, [[1, 2, 3, 4]], axis=0)
np.rot90(m)
np.rot90(m, 2)
np.rot90(m, 3)
np.rot90(t, 1, axes=(2, 0))
np.pad(m, 2)
np.pad(m, ((1, 0), (2, 3)), constant_values=7)
np.pad(v, (9, 11), mode='reflect')
np.pad(v, (9, 11), mode='symmetric')
np.pad(v, (9, 11), mode='wrap')
np.pad(m, ((2, 1), (0, 3)), mode='edge')
np.pad(m, 1, mode='reflect')
np.interp([-5, -2, -1, 0, 0.5, 1, 3.9, 4, 9, nan], xp, fp)
np.interp([-5, 9], xp, fp, left=-1, right=-2)
np.interp([[0.5], [2]], xp, fp)
np.interp([0, 1, 2], [1], [7])
np.digitize([-3, -2, 0.5, 4, 7], xp)
np.digitize([-3, -2, 0.5, 4, 7], xp, right=True)
np.digitize([-3, -2, 0.5, 4, 7], xp[::-1])
np.digitize([-3, -2, 0.5, 4, 7], xp[::-1], right=True)
np.trapz(v)
np.trapz(m, dx=0.5, axis=0)
np.trapz(m, x=[0, 1, 4, 6])
np.trapz(m, x=np.cumsum(np.abs(m), axis=1))
np.gradient(v)
np.gradient(v, 0.25)
np.gradient(fp, xp)
np.gradient(m, axis=1)
np.gradient(t, axis=0)
np.stack(np.gradient(m))
np.convolve(v, w)
np.convolve(v, [1, 2, 3], 'same')
np.convolve([1, 2, 3], v, 'same')
np.convolve(v, [1, 2], 'same')
np.convolve(v, [1, 2, 3], 'valid')
np.convolve(np.tile(v, 5), np.tile(w, 3), 'full')
np.convolve(np.tile(v, 5), np.tile(w, 3), 'same')
np.convolve([1, 2, 3], [4, 5])
np.correlate(v, [1, 2, 3])
np.correlate(v, [1, 2, 3], 'full')
np.correlate(v, [1, 2, 3, 4], 'same')
np.polyval([2, -1, 0.5], m)
np.polyval([3, 2, 1], 5)
np.vander(v, 3)
np.vander(v, 4, increasing=True)
np.isin(m, [1, 2, 8])
np.isin(m, [1, 2, 8], invert=True)
np.isin(g, [4, nan])
np.union1d(k, [1, 100, 7])
np.intersect1d(k, [9, 1, 1, 100])
np.setdiff1d(k, [9, 1, 100])
np.argwhere(m > 2)
np.flatnonzero(m > 2)
np.deg2rad(v)
np.rad2deg(v)
np.exp2(v)
np.sinc(v)
np.signbit(v)
np.copysign(v, [1, -1, -0.0, 0.0, -5, inf, -inf])
np.fmax(g, 2)
np.fmin(g, g.T)
np.logaddexp(v, w)
np.logaddexp([-inf, inf, 1], [-inf, 1, -inf])
np.heaviside(v, 0.5)
np.logspace(-1, 2, 7)
np.logspace(0, 3, 4, endpoint=False, base=2)
np.geomspace(2, 32, 5)
np.geomspace(-1, -1000, 4)
np.geomspace(1, 16, 4, endpoint=False)
np.diag(v, 1)
np.diag(m, -1)
np.kron(m, [[1, -1]])
np.kron(v, m)
np.cross(m[:, :3], [1, 2, 3])
np.cross(m[:3, :2], m[:3, 2:4], axis=0)
np.unique([[3, 1], [1, 2], [3, 1], [1, 0]], axis=0)
np.unique([[3, 1, 3], [1, 2, 1]], axis=1)
np.unique([[3, 1], [1, 2], [3, 1]], axis=0, return_index=True)[1]
np.unique([[3, 1], [1, 2], [3, 1]], axis=0, return_inverse=True)[1]
np.unique([[3, 1], [1, 2], [3, 1]], axis=0, return_counts=True)[1]
np.unique([3, 1, 3, 2], return_counts=True)[1]
np.unique([3, 1, 3, 2], return_index=True)[1]
np.compress([True, False, True], m[:3, :2], 0)
np.compress([False, True], m[:3, :2], 1)
np.linalg.cholesky([[4.0, 2.0], [2.0, 5.0]], upper=True)
np.histogram(v, 2, (0, 3))[0]
np.histogram(v, 2, (0, 3))[1]
np.take_along_axis(m, np.argsort(m, axis=0), axis=0)
np.take_along_axis(m, np.array([[0], [1], [3]]), axis=1)
np.pad(m, 2, mode='maximum')
np.pad(m, [(1, 0), (2, 3)], mode='minimum')
np.pad(m, 1, mode='mean')
np.pad(v, (2, 1), mode='median')
np.pad(m, 3, mode='mean', stat_length=2)
np.pad(v, (3, 2), mode='linear_ramp', end_values=5)
np.pad(m, ((2, 1), (0, 2)), mode='linear_ramp')
np.frexp([8, -0.75, 0, 1e-310, 5e-324, 1.7e308, inf, nan, 1, 3])[0]
np.frexp([8, -0.75, 0, 1e-310, 5e-324, 1.7e308, inf, nan, 1, 3])[1]
np.ldexp([0.5, 3, 5e-324, 1.5, -1, 0, inf], [2, -1, 1074, 1023, -1074, 5000, -3])
np.nextafter([1, 1, 0, 0, -1, 1024, 5e-324, 1, inf, 2], [2, 0, 1, -1, 0, 0, 0, 1, 0, inf])
np.nextafter([np.finfo(float).max, 1, nan, 2.2250738585072014e-308], [inf, nan, 1, 0])
np.spacing([1, 1024, -3, 0, 1e-320, 1e300])
np.add.outer(m, [10, 20])
np.subtract.outer(v, w)
np.maximum.outer(v, [0, 2])
np.add.reduceat(m, [0, 2, 1], axis=1)
np.multiply.reduceat(v, [0, 3])
np.maximum.reduceat(m, [0, 1], axis=0)
np.lib.stride_tricks.sliding_window_view(v, 3)
np.lib.stride_tricks.sliding_window_view(m, (2, 3))
np.lib.stride_tricks.sliding_window_view(m, 2, axis=1).sum(-1)
np.sum(m, where=m > 1)
np.sum(m, axis=0, where=[True, False, True, True], initial=10)
np.prod(m, axis=1, initial=2)
np.max(m, axis=1, where=m < 3, initial=-inf)
np.min(k, initial=-5)
np.max(k, where=k > 100, initial=-7)
np.max(np.zeros((0, 2)), axis=0, initial=3)
np.mean(m, axis=0, where=m > 1)
np.mean(m, where=m > 1)
"""

PORTED = """
np.einsum('ij,kj->ik', m, m)
np.einsum('ij,kj', m, m)
np.einsum('ij->ji', m)
np.einsum('ij->', m)
np.einsum('ii->i', m[:, :3])
np.einsum('ii', m[:, :3])
np.einsum('i,j->ij', fp, w)
np.einsum('i,i', v, w)
np.einsum('ij,ij->j', m, m)
np.einsum('tij,kj->tki', t, m)
np.einsum('tij,tij->t', t, t)
np.einsum('...ij,...j->...i', t, m[0])
np.einsum('...j,...j->...', t, m)
np.einsum('i...->...', t)
np.einsum('ij,jk,kl->il', m[:, :3], m, m.T)
np.einsum('ij,ik,il->jkl', m, m, m)
np.einsum('bij,bjk->bik', t, np.swapaxes(t, 1, 2))
np.einsum('ij,jk->ik', k, k.T)
np.einsum('i,ij,j->', w[:3], m, v[:4])
np.einsum('ij,kl->', m, k)
np.histogram(v)[0]
np.histogram(v)[1]
np.histogram(v, 4)[0]
np.histogram(v, [-2, 0, 2, 9.5])[0]
np.histogram(v, 5, range=(0, 5))[0]
np.histogram(m, 6, density=True)[0]
np.histogram(v, 4, weights=w)[0]
np.histogram([2.0, 2.0], 3)[1]
np.histogram(k, 3)[0]
np.histogram([0.1, 0.2, 0.3, nan, inf, -inf, 1, 0, 0.7, 0.1 + 0.2], 10, range=(0, 1))[0]
np.histogram([0.1, 0.2, 0.3, nan, inf, -inf, 1, 0, 0.7, 0.1 + 0.2], [0, 0.2, 0.3, 0.3, 1])[0]
np.bincount([1, 3, 1, 0, 5])
np.bincount([1, 2], minlength=5)
np.bincount([1, 3, 1], weights=[0.5, 2, 0.25])
at(np.add, v, [0, 2, 2, -1], [1, 2, 3, 4])
at(np.add, v, [5, 5, 4], 0.5)
at(np.add, k, [1, 1, 0], [[1], [2], [3]])
at(np.add, m, ([0, 2, -1, 0], [1, 3, -1, 1]), [1, 2, 3, 4])
at(np.add, m.T, [3, 0, 3], m[:, 0][:, None])
at(np.multiply, v, [[0, 1], [1, 0]], [[2, 3], [4, nan]])
at(np.minimum, g, [0, 1, 0], [1.5, -1, nan])
at(np.maximum, k, [0, 1, 0], k[[1, 0, 0]])
np.polyadd([1, 2], [3, 0, 1])
np.polysub([3, 0, 1], [1, 2])
np.polymul([1, 2, 3], [4, 5])
np.polyder([1.5, 2, 3, 4])
np.polyder([7])
np.polyint([3, 2, 1])
np.polyint([3, 2, 1], k=4)
np.polyfit(xp, fp, 2)
np.polyfit(w, v, 3)
np.polyfit(w, v, 1, w=[1, 2, 3, 4, 3, 2, 1])
np.polyfit([0, 1, 2, 5], m.T, 1)
np.arcsinh([0.0, -0.0, 1e-9, -0.5, 3, 1e200, -inf, nan])
np.arccosh([1, 1 + 1e-9, 2, 1e9, 1e300, inf, 0.5])
np.arctanh([0.0, -0.0, 1e-9, -0.5, 0.999, 1, -1, 2])
np.cbrt([27.0, -8, 0.0, -0.0, 2, 1e300, -1e-300, inf, nan])
np.fmod([7, -7, 5.5, -5.5, 1], [3, 3, -2, -2, inf])
np.fmod(k, 4)
np.stack(np.divmod(v, 1.5))
np.stack(np.modf([3.5, -1.25, inf, nan]))
np.logaddexp2(v, w)
np.isposinf([inf, -inf, 1, nan])
np.isneginf([inf, -inf, 1, nan])
np.nancumsum(g, axis=1)
np.nancumprod(g, axis=0)
np.nanargmin([nan, 3, 1, nan])
np.nanargmax(g[[0, 2]], axis=1)
np.nanmedian(g, axis=1)
np.nanmedian(g)
np.nanmedian(k, axis=0)
np.nanquantile(g, 0.3, axis=0)
np.nanquantile(t, 0.7, axis=(0, 2), keepdims=True)
np.nanpercentile(g, 80)
np.stack(np.unravel_index([[0, 5], [23, 7]], (2, 3, 4)))
np.ravel_multi_index(([1, 0], [2, 1], [3, 2]), (2, 3, 4))
np.indices((2, 3))
np.identity(3)
np.tri(3, 4, 1)
np.stack(np.triu_indices(4, 1))
np.stack(np.tril_indices(3, m=5, k=1))
np.delete(v, 2)
np.delete(v, [0, -1, 0])
np.delete(m, 1, axis=0)
np.delete(m, [0, 3], axis=1)
np.insert(v, 2, 99)
np.insert(v, -1, [8, 9])
np.insert(v, [1, 5, 1], [10, 20, 30])
np.insert(m, 1, 5, axis=1)
np.insert(m, 1, [1, 2, 3], axis=1)
np.insert(m, 3, [1, 2, 3, 4], axis=0)
np.insert(m, [0, 2], [[1], [2], [3]], axis=1)
np.array_split(v, 3)[0]
np.array_split(v, 3)[2]
np.hsplit(m, 2)[1]
np.vsplit(m, [1])[1]
np.select([v < 0, v > 3], [-v, 10.0], 1)
np.apply_along_axis(lambda s: s.max() - s.min(), 1, m)
np.apply_along_axis(np.cumsum, 0, m)
np.apply_along_axis(lambda s: np.outer(s, s), 1, t[0])
np.hanning(7)
np.hamming(6)
np.blackman(7)
np.bartlett(6)
np.hanning(1)
"""

ROUTINES = """
done(np.put, m, [0, 5, -1, 0], [1, 2])
done(np.put, k, [1, 1], 9)
done(np.put, m.T, [1, 2], [10, 20])
done(np.put_along_axis, m, np.array([[0], [2], [3]]), 9, 1)
done(np.put_along_axis, m, np.argsort(m, axis=0), m.copy(), 0)
done(np.place, m, m > 2, [10, 20, 30])
done(np.putmask, m, m > 2, [10, 20, 30])
done(np.copyto, m, [1, 2, 3, 4])
done(lambda x: np.copyto(x, -x, where=x > 2), m)
done(lambda x: x.__setitem__(([0, 2, 0], [1, 3, 1]), [5, 6, 7]), m)
done(lambda x: x.__setitem__([[2, 0], [0, 2]], m[1]), m)
np.extract(m > 2, m)
np.choose([2, 0, 1, 1], [m, 7, m[0]])
np.lexsort([[9, 4, 0, 4, 0, 2, 1], [1, 5, 1, 4, 3, 4, 4]])
np.lexsort(k)
np.lexsort([m > 1, m < 4], axis=0)
np.partition(v, 3)[3]
np.sort(np.partition(m, (0, 2), axis=1)[:, :3], axis=1)
v[np.argpartition(v, -2)[-2]]
np.unique(k % 4, return_index=True)[1]
np.unique(k % 4, return_inverse=True)[1].reshape(2, 3)
np.unique(k % 4, return_counts=True)[1]
np.unique(g, return_counts=True)[0]
np.unique(g, return_counts=True)[1]
np.unique([], return_counts=True)[1]
np.setxor1d(k, [9, 1, 100, 1])
np.maximum.accumulate(v)
np.maximum.accumulate(m, axis=1)
np.minimum.accumulate(g)
np.minimum.accumulate(k, axis=1)
np.block([[m, m[:, :1]], [np.ones((1, 5))]])
np.block([v, 7.0, w])
np.block([[[1, 2]], [[3, 4]]])
np.block(m)
t[:, 1]
np.resize(k, (3, 4))
np.resize(m, 5)
np.trim_zeros([0, 0, 1, 0, 2, 0])
np.trim_zeros([0, 0, 1, 0, 2, 0], 'f')
np.trim_zeros([0, 0, 1, 0, 2, 0], 'b')
np.trim_zeros([0, 0.0])
np.fromfunction(lambda i, j: i * 10 + j, (2, 3))
np.piecewise(v, [v < 2, v > 3], [lambda x: -x, 10])
np.piecewise(v, [v < 2], [lambda x: x * x, lambda x: x + 100])
np.apply_over_axes(np.sum, t, [0, 2])
np.broadcast_shapes((3, 1), (4,), (2, 1, 1))
np.diagflat([[1, 2], [3, 4]], 1)
np.stack(np.diag_indices(3))
m[np.ix_([2, 0], [1, 3, 1])]
done(lambda x: x.__setitem__(np.ix_([2, 0], [1, 3]), [[1, 2], [3, 4]]), m)
np.ediff1d(m)
np.ediff1d(k, to_end=[5, 6], to_begin=-1)
np.unwrap(v)
np.unwrap(m * 2, axis=0)
np.unwrap([0, 3, 6, 1, 4, 9, 1], period=8)
np.unwrap(v * 3, discont=5)
np.vdot(m, m[::-1])
np.i0([0.0, -0.5, 3, 7.99, 8, 8.01, 50, inf])
np.kaiser(7, 5)
np.kaiser(1, 3)
np.poly([1, -2, 0.5])
np.polydiv([1, 5, 2, -8], [2, 1])[0]
np.polydiv([1, 5, 2, -8], [2, 1])[1]
np.polydiv([1, 0, -1], [1, 1])[1]
np.polydiv([1, 2], [1, 2, 3])[0]
np.polydiv([1, 2], [1, 2, 3])[1]
np.roll(m, (1, -1), axis=(0, 1))
np.roll(m, (1, 2))
np.roll(m, 1, axis=(1, 0))
np.roll(m, (1, 2), axis=1)
np.repeat(v[:3], [2, 0, 3])
np.repeat(m, [1, 2, 0, 1], axis=1)
np.repeat(k, [2], axis=0)
np.trace(m)
np.mgrid[0:2, 1:4]
np.mgrid[0:1:0.25, 3:0:-1]
np.stack(np.broadcast_arrays(*np.ogrid[0:2, 1:4]))
np.vectorize(lambda a, b: a - b if a > b else 0.0)(m, 2)
[np.finfo(np.float32).eps, np.finfo(np.float32).max, np.finfo(np.float32).tiny, np.finfo(float).eps, np.finfo(float).min]
[np.finfo(float).tiny, np.finfo(float).max]
[np.iinfo(np.int32).max, np.iinfo(np.int32).min, np.iinfo(np.uint8).max, np.iinfo(np.uint8).min]
np.histogram_bin_edges(v, 4)
np.histogram_bin_edges(v, 2, range=(0, 5))
np.histogram2d(v, w, 3)[0]
np.histogram2d(v, w, 3)[2]
np.histogram2d(v, w, [[-2, 0, 3, 4], 2], density=True)[0]
np.histogram2d(v, w, [2, 3], range=[(0, 4), (0, 3)], weights=w)[0]
np.histogramdd(m.T, 2)[0]
np.histogramdd(m.T, [2, 1, 3])[1][2]
np.gcd(k, [[6], [-12]])
np.gcd([0, 0, -7, 2**62, 6 * 10**11, 2**40], [0, 5, 0, 2**40, 9 * 10**10, 3])
np.lcm(k, [[6], [-12]])
np.lcm([0, 0, -7, 21], [0, 5, 2, 6])
np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='inverted_cdf')
np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='averaged_inverted_cdf')
np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='closest_observation')
np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='interpolated_inverted_cdf')
np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='hazen')
np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='weibull')
np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='median_unbiased')
np.quantile(m.ravel(), [0, 0.125, 0.25, 0.3, 0.375, 0.5, 0.625, 0.9, 1], method='normal_unbiased')
"""

HELPERS = """
np.frombuffer(bytes([1, 2, 3, 255]), np.uint8)
np.frombuffer(np.array([1.5, -2.0, nan]).tobytes())
np.frombuffer(np.arange(5, dtype=np.int32).tobytes(), np.int32, count=2, offset=8)
np.frombuffer(np.arange(-2, 3).tobytes(), np.int64)
np.frombuffer(bytes([0, 1, 2]), np.bool_)
np.fromiter((i * i for i in range(5)), float)
np.fromiter(iter([1, 2, 3, 4]), np.int32, count=3)
np.fromstring("1 2.5  -3e2\\n nan", sep=" ")
np.fromstring("4,5,6", dtype=np.int64, sep=",")
np.fromstring("", sep=" ")
np.array(np.shape(t))
np.array(np.shape(3.0))
np.array([np.ndim(t), np.ndim(5), np.ndim([[1]])])
np.array([np.size(m), np.size(m, 0), np.size(m, -1)])
np.array(list(np.ndindex(2, 3)))
np.array(list(np.ndindex(2, 0)))
np.array(list(np.ndindex()))
np.rollaxis(t, 2)
np.rollaxis(t, 0, 3)
np.rollaxis(t, 1, 2)
np.rollaxis(t, -1, 1)
np.array(np.diag_indices_from(m[:, :3]))
np.array(np.tril_indices_from(m))
np.array(np.tril_indices_from(m, 1))
np.array(np.triu_indices_from(m, -1))
np.matvec(m, v[:4])
np.matvec(t, m[0])
np.matvec(t, t[:, 0])
np.vecmat(w[:3], m)
np.vecmat(m.T, m)
np.array([np.array_equiv([1, 1], 1), np.array_equiv([[1, 2], [1, 2]], [1, 2]), np.array_equiv([1, 2], [1, 2, 3])])
np.array(np.dsplit(t, 2))
np.dsplit(t, [1, 3])[1]
np.euler_gamma
"""


warnings.simplefilter("ignore")
folder = os.path.dirname(os.path.abspath(__file__))
for name, cases in (("composed", CASES), ("ported", PORTED), ("routines", ROUTINES), ("helpers", HELPERS)):
    results = {}
    for line in cases.strip().splitlines():
        found = np.asarray(eval(line))
        results[line] = {"shape": list(found.shape), "values": listed(found.ravel().tolist())}
    with open(os.path.join(folder, f"{name}.json"), "w") as out:
        out.write("{\n" + ",\n".join(f"  {json.dumps(k)}: {json.dumps(r)}" for k, r in results.items()) + "\n}\n")
