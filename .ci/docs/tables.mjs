/** Tables for users of NumPy and SciPy: their names (`names/*.txt`) beside ours, which are the same in camel case unless RENAMED says so. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const RENAMED = {
  'np.random.default_rng': 'defaultRng',
  'sparse.csr_array': 'csrArray',
  'sparse.csr_matrix': 'csrArray',
  'sparse.csc_matrix': 'cscArray',
  'sparse.coo_matrix': 'cooArray',
  'sparse.bsr_matrix': 'bsrArray',
  'sparse.dia_matrix': 'diaArray',
  'sparse.dok_matrix': 'dokArray',
  'sparse.lil_matrix': 'lilArray',
  'sparse.rand': 'random',
  'sparse.eye_array': 'eye',
  'sparse.diags_array': 'diags',
  'sparse.bmat': 'blockArray',
  'sparse.linalg.SuperLU': 'SparseLU',
  'np.ndarray.sort': null,
};

const camel = (name) => name.replace(/_+([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** `np.linalg.cholesky_x` as [`np.linalg`, `cholesky_x`]. */
function split(full) {
  const at = full.lastIndexOf('.');
  return [full.slice(0, at), full.slice(at + 1)];
}

/** A page: what is there, with links, and what is not. `spaces` say which names of ours a space of theirs has, and where. */
export function table(title, intro, file, spaces) {
  const names = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const parts = [`# ${title}`, intro];
  for (const [space, { has, ours, link }] of Object.entries(spaces)) {
    const all = names.filter((name) => split(name)[0] === space);
    const found = all.flatMap((full) => {
      const own = full in RENAMED ? RENAMED[full] : camel(split(full)[1]);
      return own !== null && has(own) ? [[full, own]] : [];
    });
    const there = new Set(found.map(([full]) => full));
    const missing = all.filter((full) => !there.has(full)).map((full) => split(full)[1]);
    parts.push(`## ${space}`, `${found.length} of ${all.length} names.`);
    const text = (own) => `\`${typeof ours === 'function' ? ours(own) : ours}${own}\``;
    const row = ([full, own]) => `| \`${full}\` | ${link(own) === undefined ? text(own) : `[${text(own)}](${link(own)})`} |`;
    if (found.length > 0) parts.push(['| theirs | ours |', '| --- | --- |', ...found.map(row)].join('\n'));
    if (missing.length > 0) parts.push(`Not here: ${missing.map((name) => `\`${name}\``).join(', ')}.`);
  }
  return parts.join('\n\n');
}

/** The pages, from the doors and the links of their references. */
export async function tables(root, links) {
  const door = (path) => import(join(root, 'dist', 'lib', `${path}.js`));
  const [np, random, sparse] = await Promise.all(['array/index', 'array/random/index', 'sparse/index'].map(door));
  const names = join(root, '.ci', 'docs', 'names');
  const space = (object, ours, map) => ({ has: (name) => name in object, ours, link: (name) => map?.get(name) });
  const array = links.get('array');
  // Methods are on the page of their class.
  const generator = { get: () => links.get('random')?.get('NumpyStream') };
  return {
    numpy: table('For NumPy users', NUMPY, join(names, 'numpy.txt'), {
      np: space(np, 'np.', array),
      'np.linalg': space(np.linalg, 'np.linalg.', links.get('linalg')),
      'np.random.Generator': space(random.NumpyStream.prototype, 'rng.', generator),
      'np.ndarray': space(np.NDArray.prototype, 'x.', array),
      'np.fft': space(np.fft, 'np.fft.', links.get('fft')),
    }),
    scipy: table('For SciPy users', SCIPY, join(names, 'scipy.txt'), {
      sparse: space(sparse, 'sparse.', links.get('sparse')),
      'sparse.linalg': space(sparse.linalg, 'sparse.linalg.', links.get('sparse-linalg')),
      'sparse.csgraph': space(sparse.csgraph, 'sparse.csgraph.', links.get('sparse-csgraph')),
      special: special(np, array, links.get('special')),
      linalg: space(np.linalg, 'np.linalg.', links.get('linalg')),
    }),
  };
}

/** Functions of `scipy.special` are in `np.special`, or with the arrays where NumPy has them too. */
function special(np, links, specials) {
  const own = (name) => name in np.special;
  return {
    has: (name) => own(name) || typeof np[name] === 'function',
    ours: (name) => (own(name) ? 'np.special.' : 'np.'),
    link: (name) => (own(name) ? specials?.get(name) : links?.get(name)),
  };
}

const NUMPY = `Functions have NumPy's names in camel case; options go in one object; dtypes, broadcasting and promotion are those of NumPy 2. What differs:

- Values come later: \`await x.item()\`, \`await x.tolist()\` ([what waits](/guide/waiting)).
- No operators and brackets: \`x.add(y)\`, \`x.slice('1:')\` ([slicing](/guide/slicing)).
- Results of several arrays come by name: \`const { q, r } = np.linalg.qr(A)\`, \`const { counts, edges } = np.histogram(x)\`.
- A generator's shape is its last argument, \`rng.normal(0, 1, [2, 3])\`, or in an object of options: \`rng.normal(0, 1, { shape: [2, 3] })\`.
- \`where\` takes three arguments; \`await np.nonzero(c)\` gives places.
- Sizes that depend on values do not wait: \`x.get(mask)\` is a lazy array ([masks](/guide/masks)).
- Elements are booleans, integers, floats and complex numbers: no strings, objects, records or dates.`;

const SCIPY = `Sparse matrices are in compressed rows, float64 or float32. Names are SciPy's in camel case; what is not in a table is not there yet.`;
