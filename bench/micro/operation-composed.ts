/** More operations for `operations.ts`: functions made of others, other dtypes, choices by masks and indices. */
import * as np from 'maniple';
import { type Inputs, type Operation, op } from './operation.js';

const rearranged = [
  op('pad', 'np.pad(A, 1)', (v) => np.pad(v.A, 1)),
  op('pad edge', "np.pad(A, 2, mode='edge')", (v) => np.pad(v.A, 2, { mode: 'edge' })),
  op('rot90 copy', 'np.rot90(A).copy()', (v) => np.rot90(v.A).copy()),
  op('flipud copy', 'np.flipud(A).copy()', (v) => np.flipud(v.A).copy()),
  op('transpose multiply add', 'A.T * 2 + A.T', (v) => v.A.transpose().multiply(2).add(v.A.transpose())),
  op('sqrt transposed', 'np.sqrt(A.T)', (v) => np.sqrt(v.A.transpose())),
  op('add transposed', 'Q + Q.T', (v) => v.Q.add(v.Q.transpose())),
  op('ravel transposed', 'A.T.ravel()', (v) => v.A.transpose().ravel()),
  op('moveaxis copy', 'np.moveaxis(C, 0, -1).copy()', (v) => np.moveaxis(v.C, 0, -1).copy()),
  op('meshgrid', 'sum(np.meshgrid(A[0], A[:, 0]))', (v) => {
    const [across, down] = np.meshgrid(v.A.slice(0), v.A.slice(':', 0));
    return across.add(down);
  }),
  op('kron', 'np.kron(A[0], A[:, 0])', (v) => np.kron(v.A.slice(0), v.A.slice(':', 0))),
  op('tril', 'np.tril(Q)', (v) => np.tril(v.Q)),
  op('triu', 'np.triu(Q)', (v) => np.triu(v.Q)),
  op('diag', 'np.diag(Q).copy()', (v) => np.diag(v.Q).copy()),
  op('trace', 'np.trace(Q)', (v) => np.trace(v.Q)),
  op('eye', 'np.eye(len(Q))', (v) => np.eye(v.Q.shape[0])),
  op('repeat axis 1', 'np.repeat(A, 2, axis=1)', (v) => np.repeat(v.A, 2, { axis: 1 })),
  op('append', 'np.append(x, 1.0)', (v) => np.append(v.x, 1)),
  op('hstack', 'np.hstack([A, B])', (v) => np.hstack([v.A, v.B])),
  op('columnStack', 'np.column_stack([x, y, s])', (v) => np.columnStack([v.x, v.y, v.s])),
  op('insert', 'np.insert(x, 5, 1.0)', (v) => np.insert(v.x, 5, 1)),
  op('delete', 'np.delete(x, 5)', (v) => np.delete(v.x, 5)),
];

const signals = [
  op('interp', 'np.interp(y, A[0].cumsum(), A[0])', (v) => np.interp(v.y, v.A.slice(0).cumulativeSum(), v.A.slice(0))),
  op('convolve', 'np.convolve(x, x[:9])', (v) => np.convolve(v.x, v.x.slice(':9'))),
  op('convolve same', "np.convolve(x, x[:3], 'same')", (v) => np.convolve(v.x, v.x.slice(':3'), { mode: 'same' })),
  op('gradient', 'np.gradient(x)', (v) => np.gradient(v.x) as np.NDArray),
  op('gradient axis 0', 'np.gradient(A, axis=0)', (v) => np.gradient(v.A, { axis: 0 })),
  op('trapezoid', 'trapezoid(y, ordered)', (v) => np.trapezoid(v.y, { x: v.ordered })),
  op('polyval', 'np.polyval([1, 2, 3, 4.0], x)', (v) => np.polyval([1, 2, 3, 4], v.x)),
  op('polyfit', 'np.polyfit(x, y, 2)', (v) => np.polyfit(v.x, v.y, 2)),
  op('unwrap', 'np.unwrap(s)', (v) => np.unwrap(v.s)),
  op('cross', 'np.cross(V, V[::-1])', (v) => np.cross(v.V, np.flip(v.V, { axis: 0 }))),
];

const spreads = [
  op('median', 'np.median(x)', (v) => np.median(v.x)),
  op('median axis 1', 'np.median(A, axis=1)', (v) => np.median(v.A, { axis: 1 })),
  op('percentile', 'np.percentile(x, 90)', (v) => np.percentile(v.x, 90)),
  op('percentiles', 'np.percentile(x, [5, 50, 95])', (v) => np.percentile(v.x, [5, 50, 95])),
  op('partition', 'np.partition(x, 10)[10]', (v) => np.partition(v.x, 10).slice(10)),
  op('partition middle', 'np.partition(x, n // 2)[n // 2]', (v) => np.partition(v.x, v.n >> 1).slice(v.n >> 1)),
  op('argpartition', 'x[np.argpartition(x, 10)[10]]', (v) => np.gather(v.x, np.argpartition(v.x, 10).slice(10))),
  op('cov', 'np.cov(x, y)', (v) => np.cov(v.x, v.y)),
  op('corrcoef', 'np.corrcoef(x, y)', (v) => np.corrcoef(v.x, v.y)),
  op('average weights', 'np.average(x, weights=y)', (v) => np.average(v.x, { weights: v.y })),
  op('ptp', 'np.ptp(x)', (v) => np.ptp(v.x)),
  op('mean float32', 'f.mean(dtype=np.float64)', (v) => v.f.mean(), { apart: true }),
  op('var float32', 'f.var()', (v) => v.f.var(), { apart: true }),
  op('mean int64', 'i.mean()', (v) => v.i.mean()),
  op('var int64', 'i.var()', (v) => v.i.var()),
  op('mean axis 1', 'A.mean(axis=1)', (v) => v.A.mean({ axis: 1 })),
  op('std axis 1', 'A.std(axis=1)', (v) => v.A.std({ axis: 1 })),
  op('any axis 0', 'M.any(axis=0)', (v) => np.any(v.M, { axis: 0 })),
  op('all axis 1', 'M.all(axis=1)', (v) => np.all(v.M, { axis: 1 })),
  op('any axis 1', 'M.any(axis=1)', (v) => np.any(v.M, { axis: 1 })),
  op('sum bool axis 0', 'M.sum(axis=0)', (v) => v.M.sum({ axis: 0 })),
  op('countNonzero float64', 'np.count_nonzero(x)', (v) => np.countNonzero(v.x)),
  op('sum axes', 'C.sum(axis=(0, 2))', (v) => v.C.sum({ axis: [0, 2] })),
  op('sum axis 1 of 3', 'C.sum(axis=1)', (v) => v.C.sum({ axis: 1 })),
  op('nansum', 'np.nansum(x)', (v) => np.nansum(v.x)),
  op('nanmean', 'np.nanmean(x)', (v) => np.nanmean(v.x)),
  op('nanmax', 'np.nanmax(x)', (v) => np.nanmax(v.x)),
  op('nanstd', 'np.nanstd(x)', (v) => np.nanstd(v.x)),
  op('nanToNum', 'np.nan_to_num(x)', (v) => np.nanToNum(v.x)),
  op('norm', 'np.linalg.norm(x)', (v) => np.linalg.norm(v.x)),
  op('norm axis 1', 'np.linalg.norm(A, axis=1)', (v) => np.linalg.vectorNorm(v.A, { axis: 1 })),
  op('cumulativeProd', 'y.cumprod()', (v) => v.y.cumulativeProd()),
  op('cumulativeSum axis 1', 'A.cumsum(axis=1)', (v) => v.A.cumulativeSum({ axis: 1 })),
  op('cumulativeSum float32', 'f.cumsum()', (v) => v.f.cumulativeSum(), { apart: true }),
  op('cumulativeSum bool', 'm.cumsum()', (v) => v.m.cumulativeSum()),
  op('maximumAccumulate', 'np.maximum.accumulate(x)', (v) => np.maximumAccumulate(v.x)),
  op('maximumAccumulate axis 0', 'np.maximum.accumulate(A, axis=0)', (v) => np.maximumAccumulate(v.A, { axis: 0 })),
];

const places = [
  op('digitize', 'np.digitize(x, ordered[::len(ordered) // 10])', (v) =>
    np.digitize(v.x, v.ordered.slice([null, null, Math.floor(v.n / 10)])),
  ),
  op('isin', 'np.isin(i, [1, 5, 9])', (v) => np.isin(v.i, [1n, 5n, 9n])),
  op('isin many', 'np.isin(i, j)', (v) => np.isin(v.i, v.j)),
  op('isin floats', 'np.isin(x, y)', (v) => np.isin(v.x, v.y)),
  op('searchsorted few', 'np.searchsorted(ordered[::len(ordered) // 100], y)', (v) =>
    np.searchsorted(v.ordered.slice([null, null, Math.floor(v.n / 100)]), v.y),
  ),
  op('searchsorted one', 'np.searchsorted(ordered, 0.3)', (v) => np.searchsorted(v.ordered, 0.3)),
  op('gather pairs', 'A[r, c]', (v) => np.gather(v.A, v.r, v.c)),
  op('take rows', 'A[r[:len(A)]]', (v) => np.take(v.A, v.r.slice(`:${v.A.shape[0]}`), { axis: 0 })),
  op('take short rows', 'A.reshape(-1, 20)[at[:n // 20] // 20]', (v) =>
    np.take(v.A.reshape([-1, 20]), v.at.slice(`:${Math.floor(v.n / 20)}`).floorDivide(20), { axis: 0 }),
  ),
  op('take columns', 'A[:, c[:A.shape[1]]]', (v) => np.take(v.A, v.c.slice(`:${v.A.shape[1]}`), { axis: 1 })),
  op('takeAlongAxis', 'np.take_along_axis(A, K, axis=1)', (v) => np.takeAlongAxis(v.A, v.K, { axis: 1 })),
  op('mask few', 'x[x > 0.999]', (v) => np.compress(v.x.greater(0.999), v.x)),
  op('mask int64', 'i[i > 500]', (v) => np.compress(v.i.greater(500), v.i)),
  op('mask rows', 'A[A[:, 0] > 0.5]', (v) => np.compress(v.A.slice(':', 0).greater(0.5), v.A, { axis: 0 })),
  op('assign where', '(np.putmask(w, m, 0.0), w)[1]', (v) => np.putmask(v.w, v.m, 0), { apart: true }),
  op('assign indices', '(np.put(w, at, 0.5), w)[1]', (v) => np.put(v.w, v.at, 0.5), { apart: true }),
  op('argwhere', 'np.argwhere(M)', (v) => np.argwhere(v.M)),
  op('nonzero 2-d', 'np.nonzero(M)[1]', async (v) => (await np.nonzero(v.M))[1]),
  op('argsort int64', "np.argsort(i, kind='stable')", (v) => np.argsort(v.i)),
  op('sort float32', 'np.sort(f)', (v) => np.sort(v.f)),
  op('uniqueCounts', 'np.unique(i, return_counts=True)[1]', async (v) => (await np.uniqueCounts(v.i)).counts),
  op('select', 'np.select([x < 0.2, x < 0.7], [y, s], 0)', (v) => np.select([v.x.less(0.2), v.x.less(0.7)], [v.y, v.s], 0)),
];

const broadcast = [
  op('broadcast three', 'A * A[0] + A[:, :1]', (v) => v.A.multiply(v.A.slice(0)).add(v.A.slice(':', ':1'))),
  op('broadcast outer add', 'A[0] + A[:, :1]', (v) => v.A.slice(0).add(v.A.slice(':', ':1'))),
  op('add strided', 'x[::2] + y[::2]', (v) => v.x.slice('::2').add(v.y.slice('::2'))),
  op('add column', 'A[:, 1] + B[:, 1]', (v) => v.A.slice(':', 1).add(v.B.slice(':', 1))),
  op('add interior', 'A[1:, 1:] + A[:-1, :-1]', (v) => v.A.slice('1:, 1:').add(v.A.slice(':-1, :-1'))),
  op('mixed float32 float64', 'f + x', (v) => v.f.add(v.x)),
  op('mixed int64 float64', 'i * x', (v) => v.i.multiply(v.x)),
  op('int64 divide', 'i / j', (v) => v.i.divide(v.j)),
  op('int64 power', 'i ** 2', (v) => v.i.pow(2)),
  op('bitwiseAnd', 'i & j', (v) => np.bitwiseAnd(v.i, v.j)),
  op('float64 to int32', 's.astype(np.int32)', (v) => v.s.astype('int32')),
  op('int64 to int32', 'i.astype(np.int32)', (v) => v.i.astype('int32')),
  op('int64 to bool', 'i.astype(np.bool_)', (v) => v.i.astype('bool')),
  op('int64 to float32', 'i.astype(np.float32)', (v) => v.i.astype('float32')),
  op('bool to int64', 'm.astype(np.int64)', (v) => v.m.astype('int64')),
  op('bool to float32', 'm.astype(np.float32)', (v) => v.m.astype('float32')),
  op('float64 to uint8', '(x * 255).astype(np.uint8)', (v) => v.x.multiply(255).astype('uint8')),
  op('logicalNot', '~m', (v) => np.logicalNot(v.m)),
  op('isclose', 'np.isclose(x, y)', (v) => np.isclose(v.x, v.y)),
];

const contracted = [
  op('einsum rows', "np.einsum('ij,ij->i', A, B)", (v) => np.einsum('ij,ij->i', v.A, v.B)),
  op('einsum all', "np.einsum('ij,ij->', A, B)", (v) => np.einsum('ij,ij->', v.A, v.B)),
  op('einsum transpose', "np.einsum('ij->ji', A).copy()", (v) => np.einsum('ij->ji', v.A).copy()),
  op('einsum matvec', "np.einsum('ij,j->i', A, A[0])", (v) => np.einsum('ij,j->i', v.A, v.A.slice(0))),
  op('einsum columns', "np.einsum('ij->j', A)", (v) => np.einsum('ij->j', v.A)),
  op('einsum batch', "np.einsum('bij,bj->bi', C, C[:, 0])", (v) => np.einsum('bij,bj->bi', v.C, v.C.slice(':', 0))),
  op('inner rows', '(A * B).sum(axis=1)', (v) => v.A.multiply(v.B).sum({ axis: 1 })),
];

/** The first numbers as matrices of 3, and a corner of a matrix. */
const ofThree = (v: Inputs): np.NDArray => v.x.slice(`:${9 * Math.floor(v.n / 9)}`).reshape([-1, 3, 3]);
const ofThirty = (v: Inputs): np.NDArray => v.Q.slice(':30', ':30');

const algebra = [
  op('product of matrices of 3', 'x[:9 * (n // 9)].reshape(-1, 3, 3) @ A[:3, :3]', (v) =>
    np.matmul(ofThree(v), v.A.slice(':3', ':3')),
  ),
  op('det of matrices of 3', 'np.linalg.det(x[:9 * (n // 9)].reshape(-1, 3, 3))', (v) => np.linalg.det(ofThree(v))),
  op('product with its transpose', 'Q[:30].T @ Q[:30]', (v) => np.matmul(v.Q.slice(':30').T, v.Q.slice(':30'))),
  op('cholesky of 30', 'np.linalg.cholesky(Q[:30, :30] + 30 * np.eye(30))', (v) =>
    np.linalg.cholesky(ofThirty(v).add(np.eye(30).multiply(30))),
  ),
  op('eigvalsh of 30', 'np.linalg.eigvalsh(Q[:30, :30])', (v) => np.linalg.eigvalsh(ofThirty(v))),
  op('svdvals of 30', 'np.linalg.svd(Q[:30, :30], compute_uv=False)', (v) => np.linalg.svdvals(ofThirty(v))),
  op('thin product', 'V.T @ V', (v) => np.matmul(v.V.T, v.V)),
  op('thin product with few columns', 'V @ V[:3]', (v) => np.matmul(v.V, v.V.slice(':3'))),
  op('pinv', 'np.linalg.pinv(V[:300])', (v) => np.linalg.pinv(v.V.slice(':300'))),
  op('lstsq', 'np.linalg.lstsq(V[:300], x[:300], rcond=None)[0]', (v) => np.linalg.lstsq(v.V.slice(':300'), v.x.slice(':300')).x),
];

export const composed: readonly Operation[] = [
  ...rearranged,
  ...signals,
  ...spreads,
  ...places,
  ...broadcast,
  ...contracted,
  ...algebra,
];
