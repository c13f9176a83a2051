/** All loops of a kernel for one element of its domain, one after another: nodes, then statements. */
import { type Loop, type NodeId, type Statement, uniformNodes } from '../../../ir/index.js';
import { elementOf } from './address.js';
import { narrowNodes } from './ranges.js';
import { emitRepeat } from './repeat.js';
import { emitSegfold } from './segment.js';
import type { ProgramText } from './text.js';
import { stored as storedAs } from './types.js';
import { emitNode, type Scope, type Value, wideText } from './values.js';

/** A statement that folds. */
export type Folding = Exclude<Statement, { kind: 'store' }>;

/** What becomes of the values that statements take. */
interface Takers {
  /** Of a store of an element; stores it when left out. */
  readonly store?: (arg: number, value: string) => void;
  /** Of the folding statement with this number among all; the index of a scatter, too. */
  readonly fold: (fold: number, statement: Folding, value: Value, index: Value | undefined) => void;
}

function scopeFor(text: ProgramText, loop: Loop, point: readonly string[], stored: ReadonlyMap<number, Value>): Scope {
  return {
    text,
    nodes: loop.nodes,
    narrow: narrowNodes(loop.nodes),
    values: [],
    forms: new Map(),
    point,
    stored,
    segfold: emitSegfold,
    repeat: emitRepeat,
    rounds: new Map(),
  };
}

/** Emits the element with these coordinates. */
export function emitElement(text: ProgramText, point: readonly string[], takers: Takers): void {
  const stored = new Map<number, Value>();
  let fold = 0;
  for (const loop of text.kernel.loops) {
    const scope = scopeFor(text, loop, point, new Map(stored));
    loop.nodes.forEach((_, id: NodeId) => emitNode(scope, id));
    for (const statement of loop.statements) {
      const value = scope.values[statement.value];
      if (statement.kind !== 'store') {
        takers.fold(fold++, statement, value, statement.kind === 'scatter' ? scope.values[statement.index] : undefined);
        continue;
      }
      stored.set(statement.arg, value);
      const { access, dtype } = text.kernel.args[statement.arg];
      if (access === 'full') continue;
      const wide = text.let(wideText(value));
      if (takers.store !== undefined) takers.store(statement.arg, wide);
      else text.add(...storedAs(statement.arg, dtype, elementOf(text, statement.arg, point), wide));
    }
  }
}

/** Emits the stores of values that are the same for the whole domain, which one invocation makes. */
export function emitUniformStores(text: ProgramText): void {
  const stored = new Map<number, Value>();
  for (const loop of text.kernel.loops) {
    const uniform = uniformNodes(text.kernel, loop);
    const scope = scopeFor(text, loop, [], new Map(stored));
    loop.nodes.forEach((node, id: NodeId) => {
      if (uniform[id]) emitNode(scope, id);
      else scope.values.push({ text: '', type: 'u32', dtype: node.dtype });
    });
    for (const statement of loop.statements) {
      if (statement.kind !== 'store' || text.kernel.args[statement.arg].access !== 'full') continue;
      const value = scope.values[statement.value];
      stored.set(statement.arg, value);
      const wide = text.let(wideText(value));
      text.add(...storedAs(statement.arg, value.dtype, elementOf(text, statement.arg, []), wide));
    }
  }
}

/** Whether a kernel stores values that are the same for the whole domain. */
export function storesUniform(text: ProgramText): boolean {
  return text.kernel.loops.some((loop) =>
    loop.statements.some((s) => s.kind === 'store' && text.kernel.args[s.arg].access === 'full'),
  );
}
