/**
 * Word boundaries of Unicode (UAX #29). Each ideograph and each Hiragana character is a word of its own; there is no
 * dictionary for languages that are written without spaces.
 */

const OTHER = 1
const LETTER = 2
const DIGIT = 3
/** `_` and similar characters. */
const CONNECTOR = 4
/** Part of a word only between letters. */
const BETWEEN_LETTERS = 5
/** Part of a word only between digits. */
const BETWEEN_DIGITS = 6
/** Part of a word between letters, or between digits. */
const BETWEEN_BOTH = 7
const IDEOGRAPH = 8
const KATAKANA = 9
/** Thai, Lao, Khmer, Burmese: a run of these characters is one word. */
const UNSPACED = 10
const EMOJI = 11
/** Belongs to the previous character. */
const EXTEND = 12

const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/\p{M}|\p{Emoji_Modifier}|\u00ad|\u200c|\u200d|\u2060/u, EXTEND],
  [/[\p{Script=Han}\p{Script=Hiragana}]/u, IDEOGRAPH],
  [/[\p{Script=Katakana}\u30fc]/u, KATAKANA],
  [/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u, UNSPACED],
  [/[\p{L}\p{Nl}]/u, LETTER],
  [/\p{Nd}/u, DIGIT],
  [/\p{Pc}/u, CONNECTOR],
  [/[:\u00b7\u0387\u05f4\u2027\ufe13\ufe55\uff1a]/u, BETWEEN_LETTERS],
  [/[,;\u037e\u060c\u066c\ufe50\ufe54\uff0c\uff1b]/u, BETWEEN_DIGITS],
  [/['.\u2018\u2019\u2024\ufe52\uff07\uff0e]/u, BETWEEN_BOTH],
  [/\p{Emoji_Presentation}/u, EMOJI],
]
const JOINER = 0x200d

/** Cache of the classes of code points; 0 is unknown. Matching the expressions takes longer than reading an ASCII word. */
const seen = new Uint8Array(0x110000)

function askClass(codePoint: number): number {
  const char = String.fromCodePoint(codePoint)
  return CLASSES.find(([expression]) => expression.test(char))?.[1] ?? OTHER
}

function classOf(codePoint: number): number {
  const known = seen[codePoint] ?? 0
  if (known !== 0) return known
  const found = askClass(codePoint)
  seen[codePoint] = found
  return found
}

const isCore = (of: number) => of === LETTER || of === DIGIT || of === CONNECTOR
const width = (codePoint: number) => (codePoint > 0xffff ? 2 : 1)

/** Calls `found` with the offsets of each word, in order. Connectors and punctuation alone are not words. */
export function eachWord(text: string, found: (from: number, to: number) => void): void {
  const { length } = text
  let at = 0
  while (at < length) {
    const first = text.codePointAt(at) ?? 0
    const kind = classOf(first)
    if (kind === OTHER || kind === EXTEND || (kind >= BETWEEN_LETTERS && kind <= BETWEEN_BOTH)) {
      at += width(first)
      continue
    }
    const to = endOfWord(text, at + width(first), kind)
    if (kind !== CONNECTOR || holdsMoreThanConnectors(text, at, to)) found(at, to)
    at = to
  }
}

function endOfWord(text: string, from: number, kind: number): number {
  let at = from
  let last = kind
  let lastCodePoint = 0
  while (at < text.length) {
    const codePoint = text.codePointAt(at) ?? 0
    const next = classOf(codePoint)
    if (next !== EXTEND) {
      if (joins(last, next) || (last === EMOJI && next === EMOJI && lastCodePoint === JOINER)) last = next
      else {
        const behind = last === LETTER || last === DIGIT ? behindSeparator(text, at + width(codePoint), last, next) : 0
        if (behind === 0) return at
        at = behind
        lastCodePoint = 0
        continue
      }
    }
    lastCodePoint = codePoint
    at += width(codePoint)
  }
  return at
}

function joins(last: number, next: number): boolean {
  if (isCore(last)) return isCore(next) || (last === CONNECTOR && next === KATAKANA)
  if (last === KATAKANA) return next === KATAKANA || next === CONNECTOR
  return last === UNSPACED && next === UNSPACED
}

/** The end of the letter or digit after a separator that joins it to the previous one; 0 if the separator ends the word. */
function behindSeparator(text: string, from: number, last: number, separator: number): number {
  const mayJoin = separator === BETWEEN_BOTH || separator === (last === LETTER ? BETWEEN_LETTERS : BETWEEN_DIGITS)
  if (!mayJoin) return 0
  for (let at = from; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0
    const next = classOf(codePoint)
    at += width(codePoint)
    if (next === last) return at
    if (next !== EXTEND) return 0
  }
  return 0
}

function holdsMoreThanConnectors(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; ) {
    const codePoint = text.codePointAt(at) ?? 0
    const kind = classOf(codePoint)
    if (kind !== CONNECTOR && kind !== EXTEND) return true
    at += width(codePoint)
  }
  return false
}
