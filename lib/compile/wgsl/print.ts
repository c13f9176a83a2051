/** Prints device programs as WGSL. Parameters are a uniform buffer, memory is arenas, each bound once whatever lies in it. */
import { invariant } from '../../base/index.js';
import { bodiesOf, type Fn, type Program, type Stmt, type Type } from '../gpu/index.js';
import { type Bindings, nameOf, prelude, printExpression, spanCall, typeNames, wordAt } from './expressions.js';
import { printSpan } from './spans.js';

/** Bindings of group 0: parameters, status words, and arenas from here on. */
export const BINDING = { parameters: 0, status: 1, arenas: 2 } as const;

function typeName(type: Type): string {
  const name = typeNames[type];
  invariant(name !== undefined, `no type ${type} in WGSL`);
  return name;
}

function printStatement(stmt: Stmt, bindings: Bindings): string[] {
  const print = (expr: Parameters<typeof printExpression>[0]): string => printExpression(expr, bindings);
  const block = (body: readonly Stmt[]): string[] => body.flatMap((s) => printStatement(s, bindings).map((line) => `  ${line}`));
  switch (stmt.kind) {
    case 'let':
    case 'var':
      return [`${stmt.kind} ${nameOf(stmt.name)} = ${print(stmt.value)};`];
    case 'set':
      return [`${nameOf(stmt.name)} = ${print(stmt.value)};`];
    case 'array':
      return [`var ${nameOf(stmt.name)}: array<${typeName(stmt.type)}, ${stmt.length}>;`];
    case 'put':
      return [`${nameOf(stmt.array)}[${print(stmt.at)}] = ${print(stmt.value)};`];
    case 'store': {
      const [at, value] = [print(stmt.at), print(stmt.value)];
      const call = spanCall(bindings, 'store', stmt.memory, [at, value]);
      if (call !== null) return [`${call};`];
      const place = wordAt(bindings, stmt.memory, at);
      return [place.startsWith('&') ? `atomicStore(${place}, ${value});` : `${place} = ${value};`];
    }
    case 'merge': {
      const [at, mask, value] = [print(stmt.at), print(stmt.mask), print(stmt.value)];
      const call = spanCall(bindings, 'merge', stmt.memory, [at, mask, value]);
      if (call !== null) return [`${call};`];
      const place = wordAt(bindings, stmt.memory, at);
      return [`atomicAnd(${place}, ~(${mask}));`, `atomicOr(${place}, ${value});`];
    }
    case 'fail':
      return [`atomicMax(&status[parameters[0].y], ${stmt.code}u);`];
    case 'break':
      return ['break;'];
    case 'barrier':
      return ['workgroupBarrier();'];
    case 'if':
      return [
        `if (${print(stmt.cond)}) {`,
        ...block(stmt.body),
        ...(stmt.otherwise.length > 0 ? ['} else {', ...block(stmt.otherwise)] : []),
        '}',
      ];
    case 'for': {
      const name = nameOf(stmt.name);
      const head = `var ${name} = ${print(stmt.from)}; ${name} < ${print(stmt.to)}; ${name} += ${print(stmt.step)}`;
      return [`for (${head}) {`, ...block(stmt.body), '}'];
    }
    case 'return':
      return [`return ${print(stmt.value)};`];
  }
}

function printFunction({ name, params, result, body }: Fn, bindings: Bindings): string[] {
  const list = params.map((param) => `${nameOf(param.name)}: ${typeName(param.type)}`).join(', ');
  return [
    `fn ${nameOf(name)}(${list}) -> ${typeName(result)} {`,
    ...body.flatMap((stmt) => printStatement(stmt, bindings).map((line) => `  ${line}`)),
    '}',
  ];
}

/** The memories that words are merged into. */
function merged(body: readonly Stmt[]): number[] {
  return body.flatMap((stmt) => [...(stmt.kind === 'merge' ? [stmt.memory] : []), ...bodiesOf(stmt).flatMap(merged)]);
}

/** By memory: the bound arenas that it lies in, one behind the other. */
export type Places = readonly (readonly number[])[];

/**
 * The shader of a program without types of 64 bits, for a dispatch with this many words of parameters. Where memory lies in several arenas, all
 * but the last have `segment` words. With `fastMath`, which is off by default, compilers may rewrite float arithmetic, but for that of functions,
 * which count on rounding errors.
 */
export function printWgsl(program: Program, words: number, places: Places, segment: number, fastMath = false): string {
  const atomic = new Set(merged(program.body).flatMap((memory) => places[memory]));
  const bindings: Bindings = {
    bindingsOf: (memory) => places[memory],
    isAtomic: (binding) => atomic.has(binding),
    fast: fastMath,
  };
  const strict: Bindings = { ...bindings, fast: false };
  const bound = [...new Set(places.flat())].sort((a, b) => a - b);
  const spans = new Map(places.filter((place) => place.length > 1).map((place) => [place[0], place]));
  return [
    `@group(0) @binding(${BINDING.parameters}) var<uniform> parameters: array<vec4<u32>, ${Math.ceil(words / 4)}>;`,
    `@group(0) @binding(${BINDING.status}) var<storage, read_write> status: array<atomic<u32>>;`,
    ...bound.map(
      (k) =>
        `@group(0) @binding(${BINDING.arenas + k}) var<storage, read_write> arena${k}: array<${atomic.has(k) ? 'atomic<u32>' : 'u32'}>;`,
    ),
    ...program.shared.map(({ name, type, length }) => `var<workgroup> ${nameOf(name)}: array<${typeName(type)}, ${length}>;`),
    ...prelude.trim().split('\n'),
    ...[...spans.values()].flatMap((place) => printSpan(place, segment, atomic.has(place[0]))),
    ...program.functions.flatMap((fn) => printFunction(fn, strict)),
    `@compute @workgroup_size(${program.workgroup})`,
    'fn main(',
    '  @builtin(workgroup_id) workgroup: vec3<u32>,',
    '  @builtin(num_workgroups) workgroups: vec3<u32>,',
    '  @builtin(local_invocation_index) invocation: u32,',
    ') {',
    `  let ${nameOf('group')} = workgroup.x;`,
    `  let ${nameOf('groups')} = workgroups.x;`,
    `  let ${nameOf('local')} = invocation;`,
    ...program.body.flatMap((stmt) => printStatement(stmt, bindings).map((line) => `  ${line}`)),
    '}',
    '',
  ].join('\n');
}
