import { createBoundedMap } from '@logyard/languages/caches/bounded-map'

const MAX_ADDRESSES = 10_000

/** Addresses that sent valid credentials. Evicts the least recently used address. */
export function createKnownAddresses() {
  const known = createBoundedMap<string, true>(MAX_ADDRESSES)
  return {
    has: (address: string) => known.get(address) === true,
    add: (address: string) => known.set(address, true),
  }
}
