/** What is made from the table of operations stands as it would be made now; UPDATE_GOLDEN=1 makes it. */
import t from 'tap';
import { golden } from '../support/golden.js';
import { blockHeader, documentation, dtypesHeader, stripsHeader, testHeader } from '../support/operation-texts.js';

const texts: Readonly<Record<string, () => string>> = {
  '../../native/core/dtypes.h': dtypesHeader,
  '../../native/block/operations.h': blockHeader,
  '../../native/math/vmath_operations.h': stripsHeader,
  '../../native/test/operations.h': testHeader,
  '../../lib/ir/OPERATIONS.md': documentation,
};

for (const [path, text] of Object.entries(texts)) {
  t.test(path, (t) => {
    golden(t, path, text());
    t.end();
  });
}
