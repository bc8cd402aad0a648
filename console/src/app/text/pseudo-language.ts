/**
 * The pseudo-language: every catalogue text in accented letters between brackets, so that a reader and a test see at
 * once which text did not come from a catalogue, and which place has no room for longer words.
 */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index) => [
    letter,
    [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ'][index] ?? letter,
  ]),
)

/** Turns the prose of an ICU message and leaves its arguments, keywords and tags as they are. */
export function pseudoMessage(message: string): string {
  let out = ''
  // In ICU, prose is at even depth: `{n, plural, one {prose} other {prose}}`.
  let depth = 0
  let inTag = false
  for (const char of message) {
    if (char === '{') depth++
    else if (char === '}') depth--
    else if (char === '<' && depth % 2 === 0) inTag = true
    out += depth % 2 === 0 && !inTag ? (LETTERS[char] ?? char) : char
    if (char === '>') inTag = false
  }
  return `⟦${out}⟧`
}
