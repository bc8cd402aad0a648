/** Rules that every operation keeps. */
import { expect, test } from 'vitest'
import { allOperations } from './operations.ts'

const idsOf = (isMeant: (op: (typeof allOperations)[number]) => boolean) =>
  allOperations.filter(isMeant).map(({ id }) => id)

test('an operation below /cluster/{nodeId} is answered by the node that its path names, and no other one is', () => {
  expect(idsOf(({ node, path }) => (node === 'named') !== path.startsWith('/cluster/{nodeId}/'))).toEqual([])
})
