/** The functions of methods that have a different name. */
export const METHOD_FUNCTIONS: Readonly<Record<string, string>> = {
  sub: 'subtract',
  mul: 'multiply',
  div: 'divide',
  neg: 'negative',
  update: 'assignAt',
  fill: 'assign',
  conjugate: 'conj',
  compress: 'x.compress',
};
