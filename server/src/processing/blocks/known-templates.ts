import { createBoundedMap } from '@logyard/languages/caches/bounded-map'
import { createTemplateHash, type TemplateHash, templateOf } from '@logyard/languages/message-templates/template'

export interface NewTemplate {
  /** Decimal digits. */
  readonly hash: string
  readonly text: string
}

/** An evicted template is reported again when it comes back; the main thread stores it once all the same. */
const MAX_KNOWN = 50_000
const RECENT = 1024

/** The hash in decimal digits. */
export const digitsOf = ({ high, low }: TemplateHash): string => String((BigInt(high) << 32n) | BigInt(low))

/** The templates that a thread has seen. */
export function createKnownTemplates() {
  const hashTemplate = createTemplateHash()
  const known = createBoundedMap<number, true>(MAX_KNOWN)
  /** Some of the known ones, found without a look into the map. */
  const recent = new Float64Array(RECENT).fill(-1)
  let fresh: NewTemplate[] = []
  return {
    /** The hash of the text's template. */
    hashOf(text: string) {
      const hash = hashTemplate(text)
      // 53 of the 64 bits: a number as the key needs no allocation.
      const key = (hash.high & 0x1fffff) * 2 ** 32 + hash.low
      const place = hash.low % RECENT
      if (recent[place] === key) return hash
      recent[place] = key
      if (known.get(key) === undefined) {
        known.set(key, true)
        fresh.push({ hash: digitsOf(hash), text: templateOf(text) })
      }
      return hash
    },
    /** Templates first seen since the last call. */
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
  }
}
