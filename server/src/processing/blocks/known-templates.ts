import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { createTemplateHash, templateOf } from '@logyard/languages/message-templates/template'

export interface NewTemplate {
  /** Decimal digits. */
  readonly hash: string
  readonly text: string
}

/** An evicted template is reported again when it comes back; the main thread stores it once all the same. */
const MAX_KNOWN = 50_000

/** The templates that a thread has seen, with the digits of their hashes. */
export function createKnownTemplates() {
  const hashTemplate = createTemplateHash()
  const digitsByHash = createBoundedMap<number, string>(MAX_KNOWN)
  let fresh: NewTemplate[] = []
  return {
    /** The hash of the text's template in decimal digits. */
    hashOf(text: string) {
      const { high, low } = hashTemplate(text)
      // 53 of the 64 bits: a number as the key needs no allocation.
      const key = (high & 0x1fffff) * 2 ** 32 + low
      const known = digitsByHash.get(key)
      if (known !== undefined) return known
      const digits = String((BigInt(high) << 32n) | BigInt(low))
      digitsByHash.set(key, digits)
      fresh.push({ hash: digits, text: templateOf(text) })
      return digits
    },
    /** Templates first seen since the last call. */
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
  }
}
