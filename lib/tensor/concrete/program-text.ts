/**
 * Schedules as programs that make them again: index variables, tensors with their distributions, the statement, the commands.
 *
 *     const A = tensor('A', [8, 8], { on: new Grid(2, 2), as: 'xy -> xy' });
 *     const schedule = A.at(i, j).assign(B.at(i, k).times(C.at(k, j))).schedule()
 *       .distribute([i, j], [io, jo], [ii, ji], new Grid(2, 2));
 */
import type { Statement } from '../notation/statement.js';
import { type IndexVariable, type TensorSymbol, variablesOf } from '../notation/terms.js';
import { type Call, Names, sourceOfCall, sourceOfGrid, sourceOfTerm } from './call.js';
import { type Concrete, madeBy } from './concrete.js';
import { tensorsOf } from './legality.js';

function sourceOfTensor(tensor: TensorSymbol, isAssigned: boolean, names: Names): string {
  const { name, shape, distribution, dtype } = tensor;
  const isArray = tensor.isComputed && !isAssigned;
  const own = names.of(tensor);
  const of = isArray ? names.fresh(`${own}${tensor.isCompressed ? 'Entries' : 'Array'}`) : `[${shape.join(', ')}]`;
  const options: string[] = [];
  if (distribution !== null) {
    const texts = distribution.text.split(', ').map((text) => `'${text}'`);
    options.push(`on: ${sourceOfGrid(distribution.grid)}`, `as: ${texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`}`);
  }
  if (!isArray && tensor.isCompressed)
    options.push(`format: [${shape.map((_, dim) => (dim === 0 ? "'dense'" : "'compressed'")).join(', ')}]`);
  if (!isArray && !isAssigned && dtype !== null) options.push(`dtype: '${dtype.name}'`);
  return `const ${own} = tensor('${name}', ${of}${options.length === 0 ? '' : `, { ${options.join(', ')} }`});`;
}

/** As `i`, or `A: A1` where the name is no identifier here. */
function sourceOfVariable(variable: IndexVariable, names: Names): string {
  const [{ name }, own] = [variable, names.of(variable)];
  return name === own ? name : `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${own}`;
}

export function programOf({ target, value }: Statement, { nests, relations }: Concrete, calls: readonly Call[]): string {
  const tensors = [...new Set([target.tensor, ...nests.flatMap(tensorsOf)])];
  const workspaces = relations.flatMap((r) => (r.kind === 'precompute' ? [r.workspace.tensor] : []));
  const variables = new Set([...target.indices, ...variablesOf(value), ...relations.flatMap(madeBy)]);
  const names = new Names();
  const declared = [...variables].map((variable) => sourceOfVariable(variable, names));
  // All tensors have their names before arrays are named after them.
  for (const tensor of tensors) names.of(tensor);
  return [
    ...(declared.length === 0 ? [] : [`const { ${declared.join(', ')} } = indices();`]),
    ...tensors.map((tensor) => sourceOfTensor(tensor, tensor === target.tensor || workspaces.includes(tensor), names)),
    `const schedule = ${sourceOfTerm(target, names)}.assign(${sourceOfTerm(value, names)}).schedule()`,
    ...calls.map((call) => `  .${sourceOfCall(call, names)}`),
  ]
    .join('\n')
    .concat(';\n');
}
