/** The value of a kernel with a nest at one element, or at eight neighbours along the axis of its vectors. */
import { float64 } from '../../dtype/index.js';
import type { Kernel, KernelArg, Layout, NestLoop, Node, NodeId } from '../../ir/index.js';
import { plainExpression } from './expression.js';
import { literal, memoryType, valueType } from './types.js';

/** Operations that nests are written with. */
export const elementOperations: ReadonlySet<Node['op']> = new Set<Node['op']>([
  'load',
  'const',
  'index',
  'cast',
  'select',
  'and',
  'add',
  'sub',
  'mul',
  'neg',
  'eq',
]);

/** Of these, the ones that vectors of eight are written with, of float64. */
const VECTOR: ReadonlySet<Node['op']> = new Set<Node['op']>(['load', 'const', 'add', 'sub', 'mul', 'neg']);

/** Whether a kernel's vectors are written as such; else they are left to the compiler. */
export function hasEights({ nest, loops: [{ nodes, statements }] }: Kernel): boolean {
  const used = usedBy(nodes, statements[0].value);
  return (
    nest?.at(-1)?.vector === true &&
    used.every((id) => nodes[id].dtype === float64 && (VECTOR.has(nodes[id].op) || nodes[id].op === 'cast'))
  );
}

/** The nodes that a value is made of, in order. */
function usedBy(nodes: readonly Node[], value: NodeId): readonly NodeId[] {
  const used = new Set<NodeId>([value]);
  for (const id of used) {
    const node = nodes[id];
    for (const operand of ['c', 'a', 'b'] as const)
      if (operand in node) used.add((node as unknown as Record<string, NodeId>)[operand]);
  }
  return [...used].sort((a, b) => a - b);
}

/** An element's place, by the variables of its axes. */
export function place(name: string, arg: number, variables: readonly string[]): string {
  const terms = variables.map((variable, axis) => `${variable} * s${arg}_${axis}`);
  return `${name}${arg}[${terms.join(' + ') || '0'}]`;
}

/** Declarations of a value's nodes as locals; the value is `v` with its number. `variables`: by axis; `eight`: of a part of eight elements. */
export function valueLines(
  { args, nest, loops: [{ nodes, statements }] }: Kernel,
  variables: readonly string[],
  eight = false,
): string[] {
  const type = (node: Node): string => (eight ? 'mk_part' : valueType(node.dtype));
  const same = (text: string): string => (eight ? `mk_part_of(${text})` : text);
  const valueOf = (node: Node): string => {
    if (node.op === 'const') return same(literal(node.value, node.dtype));
    if (node.op === 'index') return variables[node.axis];
    if (node.op !== 'load') return plainExpression(nodes, node, (id) => `v${id}`);
    if (args[node.arg].access === 'full') return same(`*a${node.arg}`);
    const element = place('a', node.arg, variables);
    return eight && !standsAlong(args[node.arg], nest?.at(-1)) ? `mk_part_at(&${element}, part)` : same(element);
  };
  return usedBy(nodes, statements[0].value).map((id) => `const ${type(nodes[id])} v${id} = ${valueOf(nodes[id])};`);
}

/** Whether an argument's elements are expected to be the same along a loop. */
function standsAlong({ still }: KernelArg, loop: NestLoop | undefined): boolean {
  return loop !== undefined && still?.includes(loop.axis) === true;
}

/** The stride that an argument is expected to have along an axis, in a nest with this innermost loop; null for any. */
function strideOf(arg: KernelArg, axis: number, last: NestLoop | undefined): 0 | 1 | null {
  if (arg.access !== 'elementwise' || last?.vector !== true) return null;
  if (arg.still?.includes(axis) === true) return 0;
  return axis === last.axis ? 1 : null;
}

/** Pointers and strides of the arguments. Where `unit` is set, strides along the vectors' axis are known, and that of axes where an argument stands. */
export function argumentLines({ args, nest, loops: [{ statements }] }: Kernel, layout: Layout): string[] {
  const last = nest?.at(-1);
  return args.flatMap((arg, k) => {
    const { pointer, strides } = layout.args[k];
    const written = statements[0].arg === k;
    const name =
      arg.access === 'elementwise' && arg.privilege === 'readwrite' ? [`a${k}`, `o${k}`] : [written ? `o${k}` : `a${k}`];
    const known = (axis: number): string => {
      const stride = strideOf(arg, axis, last);
      return stride === null ? '' : `unit ? ${stride} : `;
    };
    return [
      ...name.map((own) => `${own === `o${k}` ? '' : 'const '}${memoryType(arg.dtype)} *${own} = mk_pointer(P[${pointer}]);`),
      ...Array.from(
        { length: arg.rank },
        (_, axis) => `const int64_t s${k}_${axis} = ${known(axis)}(int64_t)P[${strides + axis}];`,
      ),
    ];
  });
}

/** The strides that expected ones are held against, where the kernel has vectors. */
export function vectorChecks({ args, nest }: Kernel, layout: Layout): string[] {
  return args.flatMap((arg, k) =>
    Array.from({ length: arg.rank }, (_, axis) => strideOf(arg, axis, nest?.at(-1))).flatMap((stride, axis) =>
      stride === null ? [] : [`P[${layout.args[k].strides + axis}] == ${stride}`],
    ),
  );
}
