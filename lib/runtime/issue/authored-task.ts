/**
 * Tasks of kinds that a program defined. Their arguments are held against the kind, its kernel and the domain before anything is issued, as Legion
 * checks region requirements: a store of a different dtype or shape would be read and written as a store of the wrong kind. Kinds of our libraries
 * are not looked at, since their doors have checked.
 */
import { ArgumentError, DTypeError, describe, type Kind, kind as kindOf, ShapeError, wrongKind } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { type Kernel, verify } from '../../ir/index.js';
import { viewsMayOverlap } from '../../partition/index.js';
import { checkShape, formatShape, type Shape, sameShape } from '../../shape/index.js';
import { beforeWrite, Store } from '../../store/index.js';
import type { ArgSpec, TaskKind } from '../../task/index.js';

const KIND: Kind<TaskKind> = kindOf(
  'a kind of task that defineKind made',
  (given) => typeof given === 'object' && given !== null && (given as Partial<TaskKind>).authored === true,
);
const DOMAIN: Kind<Shape> = kindOf('a domain such as [2, 3]', (given) => Array.isArray(given));
const STORES: Kind<readonly Store[]> = kindOf(
  'an Array of stores',
  (given) => Array.isArray(given) && [...given].every((one) => one instanceof Store),
);
const SCALARS: Kind<readonly (number | bigint)[]> = kindOf(
  'an Array of numbers and bigints',
  (given) => Array.isArray(given) && [...given].every((one) => typeof one === 'number' || typeof one === 'bigint'),
);

/** By kernel: the last kind that it was found to fit. */
const right = new WeakMap<Kernel, TaskKind>();

/** Checks a task before it is issued, and notes its writes. Throws `ArgumentError`, `ShapeError`, `DTypeError`. */
export function checkAuthored(
  kind: TaskKind,
  domain: Shape,
  stores: readonly Store[],
  scalars: readonly (number | bigint)[] = [],
): void {
  if (!KIND.is(kind)) throw wrongKind('launch', KIND, kind);
  const { name, args, body } = kind;
  if (!DOMAIN.is(domain)) throw wrongKind(name, DOMAIN, domain);
  checkShape(domain, name);
  if (!STORES.is(stores)) throw wrongKind(name, STORES, stores);
  if (stores.length !== args.length) throw new ArgumentError(`${name}: expected ${args.length} stores, got ${stores.length}`);
  if (!SCALARS.is(scalars)) throw wrongKind(`${name}: scalars`, SCALARS, scalars);
  if (body.kind === 'kernel') checkKernel(kind, body.kernel(domain.length), domain, stores, scalars);
  else checkAligned(kind, domain, stores);
  const written = [...args.keys()].filter((k) => args[k].privilege !== 'read');
  for (const k of written) checkDistinct(name, k, stores[k]);
  // Behind all checks: a refused task leaves its arguments as they were.
  for (const k of written) beforeWrite(stores[k]);
}

function checkKernel(
  kind: TaskKind,
  kernel: Kernel,
  domain: Shape,
  stores: readonly Store[],
  scalars: readonly (number | bigint)[],
): void {
  const { name } = kind;
  if (right.get(kernel) !== kind) checkBody(kind, kernel);
  if (kernel.rank !== domain.length)
    throw new ShapeError(`${name}: its kernel has a domain of ${kernel.rank} axes, got ${formatShape(domain)}`);
  kernel.args.forEach(({ dtype, rank, access }, k) => {
    const { view } = stores[k];
    if (stores[k].dtype !== dtype)
      throw new DTypeError(`${name}: argument ${k}: expected ${dtype.name}, got ${stores[k].dtype.name}`);
    const shape = shapeOf(access, kernel, domain);
    if (shape === null ? view.shape.length === rank : sameShape(view.shape, shape)) return;
    const expected = shape === null ? `a store of ${rank} axes` : `the shape ${formatShape(shape)}`;
    throw new ShapeError(`${name}: argument ${k}: expected ${expected}, got ${formatShape(view.shape)}`);
  });
  checkApart(kind, stores);
  if (scalars.length !== kernel.scalars.length)
    throw new ArgumentError(`${name}: expected ${kernel.scalars.length} scalars, got ${scalars.length}`);
  kernel.scalars.forEach((dtype, i) => checkScalar(name, i, dtype, scalars[i]));
}

/** Checks that a kernel is one and has the kind's arguments. */
function checkBody(kind: TaskKind, kernel: Kernel): void {
  const { name, args } = kind;
  const isKernel = typeof kernel === 'object' && kernel !== null && Array.isArray(kernel.args) && Array.isArray(kernel.loops);
  if (!isKernel) throw new ArgumentError(`${name}: its body made ${describe(kernel)}, expected a kernel`);
  const broken = verify(kernel);
  if (broken.length > 0) throw new ArgumentError(`${name}: its kernel breaks a rule: ${broken[0]}`);
  const ofKernel = kernel.args.map((arg) => `${arg.privilege} ${arg.access}`);
  const ofKind = args.map(({ privilege, access }) => `${privilege} ${access}`);
  if (ofKernel.join() !== ofKind.join())
    throw new ArgumentError(
      `${name}: the kind's arguments are (${ofKind.join(', ')}), its kernel's are (${ofKernel.join(', ')})`,
    );
  right.set(kernel, kind);
}

/** The shape of an argument's view; null where any shape of the argument's rank will do. */
function shapeOf(access: ArgSpec['access'], { rowRank }: Kernel, domain: Shape): Shape | null {
  if (access === 'elementwise') return domain;
  if (access === 'rows') return domain.slice(0, rowRank);
  if (access === 'columns') return domain.slice(rowRank);
  return access === 'full' ? [] : null;
}

function checkScalar(name: string, index: number, dtype: DType, value: number | bigint): void {
  if (dtype.long === (typeof value === 'bigint')) return;
  throw new DTypeError(
    `${name}: scalar ${index} is ${dtype.name}: expected a ${dtype.long ? 'bigint' : 'number'}, got ${describe(value)}`,
  );
}

/** Element-wise arguments of a body that is no kernel have the domain's shape, unless a constraint relates arguments. */
function checkAligned({ name, args, constraints }: TaskKind, domain: Shape, stores: readonly Store[]): void {
  const related = constraints.some((one) => one.kind !== 'align' && one.kind !== 'broadcast');
  if (related) return;
  args.forEach(({ access }, k) => {
    const { shape } = stores[k].view;
    if (access === 'elementwise' && !sameShape(shape, domain))
      throw new ShapeError(`${name}: argument ${k}: expected the shape ${formatShape(domain)}, got ${formatShape(shape)}`);
  });
}

/** An element that is written has a place of its own. */
function checkDistinct(name: string, argument: number, { view }: Store): void {
  if (view.shape.some((n, axis) => n > 1 && view.strides[axis] === 0))
    throw new ArgumentError(
      `${name}: argument ${argument} is written, and its elements are in one place: it was broadcast; write to a copy`,
    );
}

/** A written argument overlaps no other argument, but one of the same view where both are element-wise. */
function checkApart({ name, args }: TaskKind, stores: readonly Store[]): void {
  args.forEach(({ privilege, access }, k) => {
    if (privilege === 'read') return;
    stores.forEach((store, other) => {
      if (other === k || store.root !== stores[k].root) return;
      if (
        store.view === stores[k].view &&
        access === 'elementwise' &&
        args[other].access === 'elementwise' &&
        args[other].privilege === 'read'
      )
        return;
      if (viewsMayOverlap(store.view, stores[k].view))
        throw new ArgumentError(
          `${name}: argument ${k} is written and overlaps argument ${other} in memory; pass a copy of one of them`,
        );
    });
  });
}
