/** Versions: contents that recipes read remember the forms that read them last, and not all that ever did. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import type { Program } from '../../../lib/runtime/launch/execution.js';
import { CachedForm, type Specialization } from '../../../lib/runtime/plans/cached-form.js';
import { versionOf } from '../../../lib/runtime/rematerialization/recipe.js';
import { Root } from '../../../lib/store/index.js';

const program = {} as Program;
const variant: Specialization = {
  leftOut: [],
  bytes: 0,
  deferred: [],
  inputs: [],
  apart: null,
  written: [],
  kept: [],
  stored: [],
  program,
};
const form = (): CachedForm => new CachedForm({ candidates: [], gatheredThrough: new Set() }, () => true, false);

t.test('what ever new forms read remembers the last of them', async (t) => {
  const root = new Root(float64, [4]);
  const version = versionOf(root);
  t.equal(versionOf(root), version);
  const forms = Array.from({ length: 1000 }, form);
  for (const f of forms) version.note(f, variant);
  t.ok(version.readers.size <= 64, `${version.readers.size} are remembered`);
  t.ok(forms.slice(-10).every((f) => version.readers.has(f)));
  version.note(forms[0], variant);
  t.ok(version.readers.has(forms[0]), 'one that reads it again is told again');
});
