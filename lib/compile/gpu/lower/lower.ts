/** Kernels as device programs: which programs a kernel becomes, by the class of its folds, and the programs by name. */
import { invariant } from '../../../base/index.js';
import { type Kernel, type Statement, structureOf } from '../../../ir/index.js';
import { type GpuFeatures, legalize } from '../language/legalize.js';
import { link } from '../language/link.js';
import { parseProgram } from '../language/parse.js';
import type { Program } from '../language/program.js';
import { verifyProgram } from '../language/verify.js';
import { library, libraryFor } from '../library/index.js';
import { storesUniform } from './element.js';
import { type Fold, foldsOf } from './folds.js';
import { emitLevel, emitResult, emitUnits } from './full.js';
import { emitRows } from './inner.js';
import { emitJoin, emitLanes, emitTree } from './long-rows.js';
import { emitMap, emitOnce, emitPackedMap, packable } from './map.js';
import { emitBlocks, emitColumns, emitScatter } from './outer.js';
import type { Parameters } from './parameters.js';
import { ProgramText, WORKGROUP } from './text.js';

/** A kernel on its way to a device: programs are made when they are first asked for. */
export class LoweredKernel {
  readonly kernel: Kernel;
  readonly parameters: Parameters;
  readonly folds: readonly (Fold | null)[];
  /** Arguments whose words invocations own, where their views allow it; null where none can be. */
  readonly packed: readonly number[] | null;
  /** Whether values that are the same for the whole domain are stored. */
  readonly once: boolean;
  readonly scatters: boolean;
  private readonly features: GpuFeatures;
  private readonly programs = new Map<string, Program>();

  constructor(kernel: Kernel, features: GpuFeatures) {
    const text = new ProgramText(kernel);
    this.kernel = kernel;
    this.features = features;
    this.parameters = text.parameters;
    this.folds = foldsOf(kernel);
    this.packed = structureOf(kernel) === 'map' ? packable(text) : null;
    this.once = storesUniform(text);
    this.scatters = this.folds.some((fold) => fold?.statement.kind === 'scatter');
  }

  /** The text of a program: `map`, `packed`, `once`, `units`, `rows`, `lanes`, `columns`, `scatter`; with a fold's number `level`, `result`, `blocks`, `tree`, `join`. */
  text(name: string): string {
    const text = new ProgramText(this.kernel);
    const [kind, number] = name.split(' ');
    const folds = this.folds.filter((fold) => fold !== null);
    const fold = this.folds[Number(number)] ?? null;
    if (fold !== null) {
      const emit = { level: emitLevel, result: emitResult, blocks: emitBlocks, tree: emitTree, join: emitJoin }[kind];
      invariant(emit !== undefined, `no program ${name}`);
      emit(text, fold);
    } else if (kind === 'map') emitMap(text);
    else if (kind === 'packed') emitPackedMap(text, this.packed ?? []);
    else if (kind === 'once') emitOnce(text);
    else if (kind === 'units') emitUnits(text, folds);
    else if (kind === 'rows') emitRows(text, this.folds, extremesOf(this.kernel));
    else if (kind === 'lanes') emitLanes(text, folds);
    else if (kind === 'columns') emitColumns(text, folds);
    else emitScatter(text, folds);
    return textOf(text);
  }

  program(name: string): Program {
    const known = this.programs.get(name);
    if (known !== undefined) return known;
    const made = programOf(name, this.text(name), this.features);
    this.programs.set(name, made);
    return made;
  }
}

/** The notation of a program with these lines. */
export function textOf(text: ProgramText): string {
  return `workgroup ${WORKGROUP};\n${text}`;
}

/** The program of a text, for a device. */
export function programOf(name: string, text: string, features: GpuFeatures): Program {
  const made = link(legalize(parseProgram(text, library()), features), libraryFor(features));
  const problems = verifyProgram(made);
  invariant(problems.length === 0, `program ${name}: ${problems.join('; ')}`);
  return made;
}

type ArgFold = Extract<Statement, { kind: 'argFold' }>;

/** The argFolds among a kernel's folding statements, by number. */
function extremesOf(kernel: Kernel): (ArgFold | null)[] {
  const statements = kernel.loops.flatMap((loop) => loop.statements.filter((s) => s.kind !== 'store'));
  return statements.map((s) => (s.kind === 'argFold' ? s : null));
}
