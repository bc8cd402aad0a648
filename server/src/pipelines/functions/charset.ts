import { unlessThrown } from '@logyard/languages/errors/unless-thrown'

/** A character set, by the names that Java knows. */
export interface Charset {
  /** Characters that it lacks become a question mark. */
  encode(text: string): Uint8Array
  decode(bytes: Uint8Array): string
}

const QUESTION_MARK = 0x3f

const UTF_8: Charset = {
  encode: (text) => Buffer.from(text),
  decode: (bytes) => Buffer.from(bytes).toString('utf8'),
}

const UTF_16LE: Charset = {
  encode: (text) => Buffer.from(text, 'utf16le'),
  decode: (bytes) => Buffer.from(bytes).toString('utf16le'),
}

const UTF_16BE: Charset = {
  encode: (text) => Buffer.from(text, 'utf16le').swap16(),
  decode: (bytes) =>
    Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le'),
}

/** Characters in the order of their bytes; undefined for bytes that mean nothing. */
function singleByte(characters: readonly (string | undefined)[]): Charset {
  const bytes = new Map<string | undefined, number>()
  for (const [byte, character] of characters.entries()) if (character !== undefined) bytes.set(character, byte)
  return {
    encode(text) {
      const encoded = Buffer.alloc(text.length)
      let length = 0
      for (const character of text) {
        encoded[length] = bytes.get(character) ?? QUESTION_MARK
        length += 1
      }
      return encoded.subarray(0, length)
    },
    decode(encoded) {
      let text = ''
      for (const byte of encoded) text += characters[byte] ?? UNKNOWN
      return text
    },
  }
}

const firstCharacters = (count: number): readonly (string | undefined)[] =>
  Array.from({ length: 256 }, (_, byte) => (byte < count ? String.fromCharCode(byte) : undefined))

const OWN: Readonly<Record<string, () => Charset>> = {
  'utf-8': () => UTF_8,
  utf8: () => UTF_8,
  'utf-16': () => UTF_16BE,
  'utf-16be': () => UTF_16BE,
  'utf-16le': () => UTF_16LE,
  'us-ascii': () => singleByte(firstCharacters(128)),
  ascii: () => singleByte(firstCharacters(128)),
  'iso-8859-1': () => singleByte(firstCharacters(256)),
  latin1: () => singleByte(firstCharacters(256)),
}

const charsets = new Map<string, Charset>()

/** All character sets of one byte per character, and Unicode. Throws for other names. */
export function charsetOf(name: string): Charset {
  const key = name.toLowerCase()
  const known = charsets.get(key)
  if (known !== undefined) return known
  const charset = Object.hasOwn(OWN, key) ? OWN[key]?.() : findSingleByte(key)
  if (charset === undefined) throw new Error(`The character set ${name.slice(0, 100)} is unknown`)
  charsets.set(key, charset)
  return charset
}

function findSingleByte(name: string): Charset | undefined {
  const decoder = findDecoder(name)
  if (decoder === undefined) return undefined
  const characters = BYTES.map((byte) => decoder.decode(Uint8Array.of(byte)))
  const hasOwn = characters.some((character, byte) => byte >= 0x80 && character !== UNKNOWN)
  // In a set of several bytes per character, some two bytes are one character.
  const isSingleByte = BYTES.every((byte) => SECOND_BYTES.every((second) => isTwo(decoder, byte, second)))
  if (!hasOwn || !isSingleByte) return undefined
  return singleByte(characters.map((character) => (character === UNKNOWN ? undefined : character)))
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte)
const SECOND_BYTES = [0x41, 0xa1]
const UNKNOWN = '\ufffd'

const isTwo = (decoder: TextDecoder, first: number, second: number): boolean =>
  decoder.decode(Uint8Array.of(first, second)).length === 2

const findDecoder = (name: string): TextDecoder | undefined => unlessThrown(RangeError, () => new TextDecoder(name))
