export interface CefExtensions {
  readonly values: ReadonlyMap<string, string>
  /** The sender's names of custom keys: the value of `cs1Label` by `cs1`. */
  readonly labels: ReadonlyMap<string, string>
}

const LABEL = 'Label'
const LONGEST_KEY = 100
const SPACE = 0x20

/**
 * Reads `key=value key2=value with spaces`: a value ends at the next ` key=`. A word that is not a key, as in
 * `request=http://example.org/?a=b`, is part of the value. The last value of a repeated key wins.
 */
export function readCefExtensions(text: string, start: number): CefExtensions {
  const values = new Map<string, string>()
  const labels = new Map<string, string>()
  const add = (key: string, value: string) => {
    if (key.endsWith(LABEL)) labels.set(key.slice(0, -LABEL.length), unescaped(value))
    else if (key !== '') values.set(key, unescaped(value))
  }
  let key = ''
  let valueStart = start
  let searched = start
  for (let equals = text.indexOf('=', start); equals >= 0; equals = text.indexOf('=', searched)) {
    const wordStart = keyStart(text, searched, equals)
    const isKey = wordStart < equals && (wordStart === start || text.charCodeAt(wordStart - 1) === SPACE)
    if (isKey && equals - wordStart <= LONGEST_KEY) {
      add(key, text.slice(valueStart, wordStart))
      key = text.slice(wordStart, equals)
      valueStart = equals + 1
    }
    searched = equals + 1
  }
  add(key, text.slice(valueStart))
  return { values, labels }
}

const IS_KEY_CHARACTER = new Set(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.@[]-'].map((character) =>
    character.charCodeAt(0),
  ),
)

/** Keys contain no backslash, so an escaped `=` never ends one. */
function keyStart(text: string, from: number, equals: number): number {
  let at = equals
  while (at > from && IS_KEY_CHARACTER.has(text.charCodeAt(at - 1))) at--
  return at
}

const MEANINGS: Readonly<Record<string, string>> = { n: '\n', r: '\r', '=': '=', '\\': '\\', '|': '|' }

/** A loop: a replacement by callback takes seconds for a megabyte of backslashes. */
function unescaped(value: string): string {
  const text = value.trim()
  let result = ''
  let from = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at + 2)) {
    const meaning = MEANINGS[text[at + 1] ?? '']
    if (meaning === undefined) continue
    result += text.slice(from, at) + meaning
    from = at + 2
  }
  return from === 0 ? text : result + text.slice(from)
}
