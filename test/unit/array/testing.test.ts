/** Assertions about arrays: what they accept, as NumPy does, and what they say otherwise. */
import { AssertionError } from 'node:assert';
import t from 'tap';
import * as np from '../../../lib/array/index.js';

const { nan, inf, testing } = np;

t.test('what holds', async () => {
  await testing.assertAllclose([1, 2], [1 + 5e-8, 2]);
  await testing.assertAllclose(np.zeros([2, 2]), 0);
  await testing.assertAllclose([nan, inf, -inf], [nan, inf, -inf]);
  await testing.assertAllclose([1, 2], [1.01, 2], { atol: 0.02 });
  await testing.assertArrayEqual([nan, 1], [nan, 1]);
  await testing.assertArrayEqual(np.zeros([0, 3]), np.zeros([0, 3]));
  await testing.assertEqual(np.asarray(5n), 5);
  await testing.assertArrayAlmostEqual([1.0000014, inf], [1, inf]);
  await testing.assertAlmostEqual([1.01], [1], 1);
  await testing.assertArrayLess([1, 2], 3);
});

t.test('what does not', async (t) => {
  const fails = async (made: Promise<void>, message: RegExp): Promise<void> => {
    const error: unknown = await made.then(
      () => null,
      (reason: unknown) => reason,
    );
    t.ok(error instanceof AssertionError);
    t.match((error as Error).message, message);
  };
  await fails(testing.assertAllclose([1, 2, 3], [1, 2, 4]), /rtol=1e-7, atol=0\nMismatched elements: 1 \/ 3 \(33\.3%\)/);
  await fails(testing.assertAllclose([1, 2, 3], [1, 2, 4]), /absolute difference: 1\nMax relative difference: 0\.25/);
  await fails(testing.assertAllclose([1], [nan]), /Mismatched elements: 1 \/ 1 \(100%\)/);
  await fails(testing.assertAllclose([nan], [nan], { equalNan: false }), /Mismatched/);
  await fails(testing.assertAllclose([1], [2], { errMsg: 'the flux' }), /atol=0\nthe flux\n/);
  await fails(testing.assertAllclose([1, 2], [1, 2, 3]), /shapes differ: actual \(2,\), desired \(3,\)/);
  await fails(testing.assertArrayEqual([1, 2], [1, 3]), /not equal\n[\s\S]*actual: array\(\[1\., 2\.\]\)\n desired: array/);
  await fails(testing.assertArrayAlmostEqual([1.01], [1], 3), /to 3 decimals/);
  await fails(testing.assertArrayAlmostEqual([1], [nan]), /Mismatched/);
  await fails(testing.assertArrayLess([1, 3], [2, 3]), /1 \/ 2/);
  await fails(testing.assertArrayLess([nan], [1]), /1 \/ 1/);
});
