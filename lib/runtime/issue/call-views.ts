/**
 * How the operands of a call are seen, beside the call that is expected: by the same views, by views that are repeated over the domain, or,
 * in windows that may move, by views of the same form.
 */
import type { Shape, View } from '../../shape/index.js';
import type { Store } from '../../store/index.js';
import type { PredictedCall } from './predicted-window.js';

const NO_SHAPE: Shape = [];

/** Whether operands of a call are seen as expected, as they are or repeated, and together span the domain. */
export function fitsCall(call: PredictedCall, a: Store, b: Store | null, c: Store | null): boolean {
  const { viewA, viewB, viewC } = call;
  if (call.spans && a.view === viewA && (b === null || b.view === viewB) && (c === null || c.view === viewC)) return true;
  return repeats(viewA, a) && (b === null || repeats(viewB, b)) && (c === null || repeats(viewC, c)) && reaches(call, a, b, c);
}

function repeats(view: View, operand: Store): boolean {
  return operand.view === view || operand.view.made.broadcast === view;
}

function reaches({ domain }: PredictedCall, a: Store, b: Store | null, c: Store | null): boolean {
  return reach(domain, a.view.shape, b === null ? NO_SHAPE : b.view.shape, c === null ? NO_SHAPE : c.view.shape);
}

/** Whether shapes that can be repeated to the domain's have no smaller one in common. */
function reach(domain: Shape, a: Shape, b: Shape, c: Shape): boolean {
  for (let i = 1; i <= domain.length; i++) {
    const size = domain[domain.length - i];
    if (a[a.length - i] !== size && b[b.length - i] !== size && c[c.length - i] !== size) return false;
  }
  return true;
}

/** As `fitsCall`, wherever the views lie. */
export function fitsForms(call: PredictedCall, a: Store, b: Store | null, c: Store | null): boolean {
  const { viewA, viewB, viewC } = call;
  const [seenA, seenB, seenC] = [seenBy(a, viewA), b === null ? viewB : seenBy(b, viewB), c === null ? viewC : seenBy(c, viewC)];
  if (seenA === null || seenB === null || seenC === null) return false;
  const whole = seenA === a.view && (b === null || seenB === b.view) && (c === null || seenC === c.view);
  return (whole && call.spans) || reaches(call, a, b, c);
}

/** How far an operand that fits lies behind the view that is expected. */
export function apart(operand: Store, expected: View): number {
  return (seenBy(operand, expected) ?? operand.view).offset - expected.offset;
}

/** The operand's view, or its last repeated one, of the form of the expected one; null where neither is. */
function seenBy({ view }: Store, expected: View): View | null {
  if (view.form === expected.form) return view;
  const { broadcast } = view.made;
  return broadcast?.form === expected.form ? broadcast : null;
}

/** Whether views have the forms of the expected ones, and the last, through which a result is written, its place. */
export function areAlike(views: readonly View[], expected: readonly View[]): boolean {
  for (let k = 0; k < views.length; k++) if (views[k].form !== expected[k]?.form) return false;
  const last = views.length - 1;
  return views.length === expected.length && views[last].offset === expected[last].offset;
}
