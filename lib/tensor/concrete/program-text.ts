/**
 * Schedules as programs that make them again: index variables, tensors with their distributions, the statement, the commands.
 *
 *     const A = tensor('A', [8, 8], { on: new Grid(2, 2), as: 'xy -> xy' });
 *     const schedule = A.at(i, j).assign(B.at(i, k).times(C.at(k, j))).schedule()
 *       .distribute([i, j], [io, jo], [ii, ji], new Grid(2, 2));
 */
import type { Grid } from '../machine/grid.js';
import type { Statement } from '../notation/statement.js';
import { type IndexVariable, type TensorSymbol, type Term, variablesOf } from '../notation/terms.js';
import { type Concrete, madeBy } from './concrete.js';
import { tensorsOf } from './legality.js';

/** As `[i, j]`. */
export function list(variables: readonly IndexVariable[]): string {
  return `[${variables.join(', ')}]`;
}

/** As `new Grid(2).of(new Grid(4))`. */
export function sourceOfGrid({ levels }: Grid): string {
  return levels.map(({ dims }) => `new Grid(${dims.join(', ')})`).reduceRight((inner, outer) => `${outer}.of(${inner})`);
}

/** As `B.at(i, k).times(C.at(k, j))`. */
export function sourceOfTerm(term: Term): string {
  switch (term.kind) {
    case 'access':
      return `${term.tensor.name}.at(${term.indices.join(', ')})`;
    case 'constant':
      return typeof term.value === 'bigint' ? `${term.value}n` : String(term.value);
    case 'negate':
      return term.a.kind === 'constant' ? `-${sourceOfTerm(term.a)}` : `${sourceOfTerm(term.a)}.negative()`;
    default:
      return `${sourceOfTerm(term.a)}.${METHODS[term.kind]}(${sourceOfTerm(term.b)})`;
  }
}

const METHODS = { add: 'plus', subtract: 'minus', multiply: 'times' } as const;

function sourceOfTensor(tensor: TensorSymbol, isAssigned: boolean): string {
  const { name, shape, distribution, dtype } = tensor;
  const isArray = tensor.isComputed && !isAssigned;
  const of = isArray ? `${name}${tensor.isCompressed ? 'Entries' : 'Array'}` : `[${shape.join(', ')}]`;
  const options: string[] = [];
  if (distribution !== null) {
    const texts = distribution.text.split(', ').map((text) => `'${text}'`);
    options.push(`on: ${sourceOfGrid(distribution.grid)}`, `as: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}`);
  }
  if (!isArray && tensor.isCompressed)
    options.push(`format: [${shape.map((_, dim) => (dim === 0 ? "'dense'" : "'compressed'")).join(', ')}]`);
  if (!isArray && !isAssigned && dtype !== null) options.push(`dtype: '${dtype.name}'`);
  return `const ${name} = tensor('${name}', ${of}${options.length === 0 ? '' : `, { ${options.join(', ')} }`});`;
}

/** `commands`: as calls. */
export function programOf({ target, value }: Statement, { nests, relations }: Concrete, commands: readonly string[]): string {
  const tensors = [...new Set([target.tensor, ...nests.flatMap(tensorsOf)])];
  const workspaces = relations.flatMap((r) => (r.kind === 'precompute' ? [r.workspace.tensor] : []));
  const variables = new Set([...target.indices, ...variablesOf(value), ...relations.flatMap(madeBy)]);
  const names = [...new Set([...variables].map(({ name }) => name))];
  return [
    ...(names.length === 0 ? [] : [`const { ${names.join(', ')} } = indices();`]),
    ...tensors.map((tensor) => sourceOfTensor(tensor, tensor === target.tensor || workspaces.includes(tensor))),
    `const schedule = ${sourceOfTerm(target)}.assign(${sourceOfTerm(value)}).schedule()`,
    ...commands.map((command) => `  .${command}`),
  ]
    .join('\n')
    .concat(';\n');
}
