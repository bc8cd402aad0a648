/** In UTF-16 order, characters beyond U+FFFF come before U+E000; this moves the surrogates after it. */
const rank = (unit: number) => (unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800)

/** Compares by code points, which is the order of UTF-8 bytes, as in databases without a collation. */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  for (let at = 0; at < shared; at++) {
    const difference = rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}
