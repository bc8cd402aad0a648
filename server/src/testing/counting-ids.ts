import type { Ids } from '../platform/ids.ts'

/** Ids that a test can foresee: 24 hex digits counting from 1. */
export function countingIds(): Ids {
  let count = 0
  const next = () => (++count).toString(16).padStart(24, '0')
  return {
    next,
    uuid: () => `00000000-0000-4000-8000-${next().slice(12)}`,
    bytes: (length) => Buffer.alloc(length, ++count),
  }
}
