const MAX_ADDRESSES = 10_000

/** Addresses that sent valid credentials. Evicts the least recently used address. */
export function createKnownAddresses() {
  const known = new Set<string>()
  return {
    has: (address: string) => known.has(address),
    add(address: string): void {
      // Most recent last, so that the least recent address is evicted.
      known.delete(address)
      known.add(address)
      const [oldest] = known
      if (known.size > MAX_ADDRESSES && oldest !== undefined) known.delete(oldest)
    },
  }
}
