import { reverse as askSystem } from 'node:dns/promises'
import { createBoundedMap } from '../../platform/bounded-map.ts'
import type { Clock } from '../../platform/clock.ts'

/**
 * The names of addresses, for inputs that ask for them. Decoding never waits: the first messages of an address come
 * before its name is known and keep what they say themselves.
 */
export interface ReverseNames {
  nameOf(address: string): string | undefined
}

const KEPT_MS = 600_000
const MAX_KEPT = 10_000
const MAX_ASKED = 50

export function createReverseNames({
  clock,
  reverse = askSystem,
}: {
  readonly clock: Clock
  /** The system's name servers, unless others are to be asked. */
  readonly reverse?: (address: string) => Promise<readonly string[]>
}): ReverseNames {
  const names = createBoundedMap<string, { readonly name: string | undefined; readonly untilMs: number }>(MAX_KEPT)
  const asked = new Set<string>()

  async function ask(address: string): Promise<void> {
    asked.add(address)
    const [name] = await reverse(address).catch((): readonly string[] => [])
    asked.delete(address)
    names.set(address, { name, untilMs: clock.monotonicMs() + KEPT_MS })
  }

  return {
    nameOf(address) {
      const known = names.get(address)
      const isFresh = known !== undefined && known.untilMs > clock.monotonicMs()
      // Failures to find a name are kept as well, so that nobody is asked for each message.
      if (!isFresh && address !== '' && asked.size < MAX_ASKED && !asked.has(address)) void ask(address)
      return known?.name
    },
  }
}
