import type { Clock } from '../platform/clock.ts'
import type { Nodes } from './nodes.ts'

/** Each live tail asks every second. */
const KNOWN_FOR_MS = 500

/** The ids of the other active nodes, at most half a second old. */
export function createOtherNodeIds({
  nodes,
  clock,
}: {
  readonly nodes: Pick<Nodes, 'listOthers'>
  readonly clock: Pick<Clock, 'monotonicMs'>
}): () => Promise<readonly string[]> {
  let last: { readonly atMs: number; readonly ids: Promise<readonly string[]> } | undefined
  return () => {
    const atMs = clock.monotonicMs()
    if (last === undefined || atMs - last.atMs >= KNOWN_FOR_MS) {
      const ids = nodes.listOthers().then((others) => others.map(({ id }) => id))
      last = { atMs, ids }
      ids.catch(() => {
        last = undefined
      })
    }
    return last.ids
  }
}
