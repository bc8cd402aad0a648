import { isDeepStrictEqual } from 'node:util'
import type { Decorator, StoredDecorator } from '@logyard/contract/search/decorators'
import type { Caller } from '../../http/caller.ts'

/** Whether the decorators are configured in this order for all searches, or for a stream that the caller may read. */
export function isConfigured(
  stored: readonly StoredDecorator[],
  caller: Caller,
  applied: readonly Decorator[],
): boolean {
  const readable = stored.filter(({ stream }) => stream === null || caller.holds(`streams:read:${stream}`))
  const groups = Map.groupBy(readable, ({ stream }) => stream).values()
  return groups.some((group) => {
    const rest = group.toSorted((a, b) => a.order - b.order).values()
    return applied.every((one) => rest.some((candidate) => isSame(candidate, one)))
  })
}

const isSame = (a: Pick<Decorator, 'type' | 'config'>, b: Pick<Decorator, 'type' | 'config'>) =>
  a.type === b.type && isDeepStrictEqual(a.config, b.config)
