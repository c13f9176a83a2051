/** One warning a process, for programs that ask for an accelerator and compute in float64, which it does not have. */
let warned = false;

/** Warns of tasks that stayed on the cpu for their dtype alone. `name`: of the accelerator. */
export function warnOfFloat64({ stayed }: { readonly stayed: readonly string[] }, name: string): void {
  if (warned || !stayed.includes('float64')) return;
  warned = true;
  process.emitWarning(
    `${name} has no float64, so operations on it run on the cpu; np.defaultDType('float32') makes new arrays float32, astype('float32') converts. ` +
      '--float64 emulate computes them there as pairs of float32, of 48 bits; np.runtime.stats().stayed counts them; --device cpu chooses the cpu without this warning',
    { type: 'ManipleWarning', code: 'MANIPLE_FLOAT64' },
  );
}
