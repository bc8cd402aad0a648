/**
 * Reads `key=value key2=value with spaces`: a value runs to the next ` key=`. A word that is no key, as in
 * `request=http://example.org/?a=b`, belongs to the value. Of a key given twice the last value wins.
 */
export function readCefExtensions(text: string, start: number): ReadonlyMap<string, string> {
  const extensions = new Map<string, string>()
  let key = ''
  let valueStart = start
  let wordStart = start
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === ' ') wordStart = at + 1
    else if (character === '=' && isKey(text, wordStart, at)) {
      if (key !== '') extensions.set(key, unescaped(text.slice(valueStart, wordStart)))
      key = text.slice(wordStart, at)
      valueStart = at + 1
      // Until the next space every other `=` is part of the value.
      wordStart = at + 1
      at = endOfWord(text, at)
    }
  }
  if (key !== '') extensions.set(key, unescaped(text.slice(valueStart)))
  return extensions
}

const LONGEST_KEY = 100

function isKey(text: string, start: number, end: number): boolean {
  return end > start && end - start <= LONGEST_KEY && /^[\w.@[\]-]+$/.test(text.slice(start, end))
}

/** The position before the space that ends a word, escapes skipped. */
function endOfWord(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === ' ') return at - 1
  }
  return text.length
}

const MEANINGS: Readonly<Record<string, string>> = { n: '\n', r: '\r' }

function unescaped(value: string): string {
  const trimmed = value.trim()
  if (!trimmed.includes('\\')) return trimmed
  return trimmed.replace(/\\([=\\|nr])/g, (_whole, character: string) => MEANINGS[character] ?? character)
}
