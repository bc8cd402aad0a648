import { createBoundedMap } from '../../platform/bounded-map.ts'
import { hashTemplate, templateOf } from '../../store/messages/template.ts'

export interface NewTemplate {
  /** Decimal digits. */
  readonly hash: string
  readonly text: string
}

/** Beyond this the worker forgets: a template is then reported again, and stored once all the same. */
const MAX_KNOWN = 50_000

/** What a worker knows of templates: the digits of each hash, so that they are made once. */
export interface KnownTemplates {
  /** The hash of the text's template in decimal digits. */
  hashOf(text: string): string
  /** Templates that were not seen before, since the last call. */
  takeNew(): readonly NewTemplate[]
}

export function createKnownTemplates(): KnownTemplates {
  const digitsByHash = createBoundedMap<number, string>(MAX_KNOWN)
  let fresh: NewTemplate[] = []
  return {
    hashOf(text) {
      const { high, low } = hashTemplate(text)
      // 53 of the 64 bits: a number is found without making an object.
      const key = (high & 0x1fffff) * 2 ** 32 + low
      const known = digitsByHash.get(key)
      if (known !== undefined) return known
      const digits = String((BigInt(high) << 32n) | BigInt(low))
      digitsByHash.set(key, digits)
      fresh.push({ hash: digits, text: templateOf(text) })
      return digits
    },
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
  }
}
