/** JSON with exact integers: those beyond the exact doubles are bigints. */

/** Only texts with such long numbers need the slow way. */
const LONG_NUMBER = /\d{16}/
const WHOLE = /^-?\d+$/

export const exactJson = {
  parse(text: string): unknown {
    if (!LONG_NUMBER.test(text)) return JSON.parse(text)
    return JSON.parse(text, (_key, value: unknown, context: { source?: string }) => {
      if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
      const source = context.source ?? ''
      return WHOLE.test(source) ? BigInt(source) : value
    })
  },
  stringify(value: unknown): string {
    try {
      return JSON.stringify(value)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      // There is a bigint; with a replacer, serializing takes five times as long.
      return JSON.stringify(value, (_key, part: unknown) =>
        typeof part === 'bigint' ? JSON.rawJSON(String(part)) : part,
      )
    }
  },
}
