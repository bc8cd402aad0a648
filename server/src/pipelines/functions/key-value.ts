/** Pairs of keys and values in a text. */

export type IsCharacter = (character: string) => boolean

export interface KeyValueOptions {
  readonly isDelimiter: IsCharacter
  readonly isKeyEnd: IsCharacter
  readonly isKeyEdge: IsCharacter | undefined
  readonly isValueEdge: IsCharacter | undefined
  readonly ignoresMissingValues: boolean
  readonly allowsDuplicates: boolean
  /** `take_first`, `take_last`, or the text between two values of a key. */
  readonly onDuplicate: string
  readonly maxPairs: number
  readonly maxCharacters: number
}

export function readKeyValues(text: string, options: KeyValueOptions): Map<string, string> {
  const pairs = new Map<string, string>()
  let characters = 0
  for (const part of partsOf(text, options.isDelimiter)) {
    const pair = pairOf(part, options)
    if (pair === undefined) continue
    const [key, value] = pair
    const merged = mergedValue(key, pairs.get(key), value, options)
    characters += value.length + options.onDuplicate.length
    if (characters > options.maxCharacters)
      throw new Error(`The values have more than ${options.maxCharacters} characters`)
    pairs.set(key, merged)
    if (pairs.size > options.maxPairs) throw new Error(`The text has more than ${options.maxPairs} pairs`)
  }
  return pairs
}

function mergedValue(key: string, known: string | undefined, value: string, options: KeyValueOptions): string {
  if (known === undefined) return value
  if (!options.allowsDuplicates) throw new Error(`The text has the key ${key.slice(0, 100)} more than once`)
  if (options.onDuplicate === 'take_first') return known
  return options.onDuplicate === 'take_last' ? value : known + options.onDuplicate + value
}

/** The parts between delimiters, without white space around them and without empty ones. */
function* partsOf(text: string, isDelimiter: IsCharacter): Generator<string> {
  let start = 0
  for (let at = 0; at <= text.length; at += 1) {
    if (at < text.length && !isDelimiter(text.charAt(at))) continue
    const part = text.slice(start, at).trim()
    if (part !== '') yield part
    start = at + 1
  }
}

/** Undefined for a part that is ignored. */
function pairOf(part: string, options: KeyValueOptions): readonly [key: string, value: string] | undefined {
  const { isKeyEnd, isKeyEdge, isValueEdge } = options
  const keyStart = firstNot(part, 0, isKeyEnd)
  const keyEnd = firstOf(part, keyStart, isKeyEnd)
  const key = part.slice(keyStart, keyEnd).trim()
  const value = part.slice(firstNot(part, keyEnd, isKeyEnd)).trim()
  if (key === '' || value === '') {
    if (options.ignoresMissingValues) return undefined
    throw new Error(`The text has the key ${key.slice(0, 100)} without a value`)
  }
  return [trimmedOf(key, isKeyEdge), trimmedOf(value, isValueEdge)]
}

function firstOf(text: string, from: number, isCharacter: IsCharacter): number {
  let at = from
  while (at < text.length && !isCharacter(text.charAt(at))) at += 1
  return at
}

function firstNot(text: string, from: number, isCharacter: IsCharacter): number {
  let at = from
  while (at < text.length && (isCharacter(text.charAt(at)) || isSpace(text.charAt(at)))) at += 1
  return at
}

function trimmedOf(text: string, isEdge: IsCharacter | undefined): string {
  if (isEdge === undefined) return text
  let from = 0
  let to = text.length
  while (from < to && isEdge(text.charAt(from))) from += 1
  while (to > from && isEdge(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}

export const isSpace: IsCharacter = (character) => {
  if (character < '\x80') return character === ' ' || (character >= '\t' && character <= '\r')
  return character.trim() === ''
}

/** Whether a character is one of those in the text. */
export const oneOf = (characters: string): IsCharacter => {
  if (characters.length === 1) return (character) => character === characters
  return (character) => characters.includes(character)
}
