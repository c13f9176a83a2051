/** A contraction path as a table: the operations of its steps beside the operations of all operands at once, as NumPy's `einsum_path` prints it. */
import { type Contraction, elements, operationsOf, type Step, takeOut } from '../contraction-path.js';

/** Names of axes as letters; axes that an ellipsis stands for are dots. */
function text(labels: readonly string[]): string {
  return labels.map((label) => (label.startsWith('.') ? '·' : label)).join('');
}

/** Lines: the whole contraction, what it costs at once and by the path, and the steps. */
export function pathReport({ inputs, output, sizes }: Contraction, steps: readonly Step[]): string {
  const all = [...new Set(inputs.flat())];
  const naive = operationsOf(all, inputs.length, all.length > output.length, sizes);
  const cost = steps.reduce((sum, { operations }) => sum + operations, 0);
  const largest = Math.max(...steps.map(({ result }) => elements(result, sizes)));
  const left = inputs.map(text);
  const rows = steps.map(({ operands, inputs: taken, labels, result }) => {
    takeOut(left, operands);
    left.push(text(result));
    return `  ${String(labels.length).padStart(7)}  ${`${taken.map(text).join()}->${text(result)}`.padEnd(28)}  ${left.join()}->${text(output)}`;
  });
  return [
    `  Complete contraction:  ${inputs.map(text).join()}->${text(output)}`,
    `         Naive scaling:  ${all.length}`,
    `     Optimized scaling:  ${Math.max(...steps.map(({ labels }) => labels.length))}`,
    `      Naive FLOP count:  ${naive.toExponential(3)}`,
    `  Optimized FLOP count:  ${cost.toExponential(3)}`,
    `   Theoretical speedup:  ${(naive / cost).toPrecision(4)}`,
    `  Largest intermediate:  ${largest.toExponential(3)} elements`,
    '',
    '  scaling  current                       remaining',
    ...rows,
  ].join('\n');
}
