import { reverse as reverseLookup } from 'node:dns/promises'
import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import type { Clock } from '../../platform/clock.ts'

const TTL_MS = 600_000
const MAX_NAMES = 10_000
const MAX_LOOKUPS = 50

/**
 * Cached reverse DNS, for inputs that enable it. Decoding never waits for a lookup: until the name of an address is
 * known, its messages keep the source that they give themselves.
 */
export function createReverseNames({
  clock,
  reverse = reverseLookup,
}: {
  readonly clock: Clock
  /** Defaults to the system's resolver. */
  readonly reverse?: (address: string) => Promise<readonly string[]>
}) {
  const names = createBoundedMap<string, { readonly name: string | undefined; readonly expiresAtMs: number }>(MAX_NAMES)
  const pending = new Set<string>()

  async function lookUp(address: string): Promise<void> {
    pending.add(address)
    const [name] = await reverse(address).catch((): readonly string[] => [])
    pending.delete(address)
    names.set(address, { name, expiresAtMs: clock.monotonicMs() + TTL_MS })
  }

  return {
    nameOf(address: string) {
      const cached = names.get(address)
      const isFresh = cached !== undefined && cached.expiresAtMs > clock.monotonicMs()
      // Failed lookups are cached as well, so that one address is not looked up for every message.
      if (!isFresh && address !== '' && pending.size < MAX_LOOKUPS && !pending.has(address)) void lookUp(address)
      return cached?.name
    },
  }
}
