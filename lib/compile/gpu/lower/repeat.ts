/**
 * Rounds for an element, as many as its values ask for: a counted loop that an invocation leaves when it is done. The values that go from round to
 * round are variables, in the form that memory has.
 *
 *     var c0 = x; var go1 = enter;
 *     for (r2: u32 = 0u; r2 < 50u; r2 += 1u) { if (go1 == 0u) { break; } … c0 = next; go1 = goes; }
 */
import type { Node } from '../../../ir/index.js';
import { emitBody } from './body.js';
import { type Scope, wideText } from './values.js';

/** Emits the loop; gives the names of the last values. */
export function emitRepeat(scope: Scope, node: Extract<Node, { op: 'repeat' }>): readonly string[] {
  const { text, values: outer } = scope;
  const carries = node.initial.map((id) => {
    const name = text.name('c');
    text.add(`var ${name} = ${wideText(outer[id])};`);
    return name;
  });
  const [goes, round] = [text.name('go'), text.name('r')];
  text.add(`var ${goes} = ${outer[node.enter].text};`);
  text.block(`for (${round}: u32 = 0u; ${round} < ${node.most}u; ${round} += 1u)`, () => {
    text.block(`if (${goes} == 0u)`, () => text.add('break;'));
    const values = emitBody(scope, node.body, { carries });
    // All values of the round are names by now: none is written before it was read.
    carries.forEach((name, k) => text.add(`${name} = ${wideText(values[node.next[k]])};`));
    text.add(`${goes} = ${values[node.goes].text};`);
  });
  return carries;
}
