/** Functions that write the bytes of a text in letters and digits, and read them back. */
import { defineFunction } from '../evaluation/rule-run.ts'
import { createByteAlphabet } from './byte-alphabet.ts'
import { flag, given, optional, text } from './params.ts'
import { checkCharacters } from './result-bounds.ts'

interface Encoding {
  readonly name: string
  readonly title: string
  readonly alphabet: string
  readonly encoded: string
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const ALPHANUMERIC = `${UPPER}${UPPER.toLowerCase()}0123456789`

const ENCODINGS: readonly Encoding[] = [
  { name: 'base16', title: 'base16 (hexadecimal)', alphabet: '0123456789ABCDEF', encoded: '68656C6C6F' },
  {
    name: 'base32',
    title: 'base32 with the extended hexadecimal alphabet (0-9, A-V)',
    alphabet: '0123456789ABCDEFGHIJKLMNOPQRSTUV',
    encoded: 'D1IMOR3F',
  },
  {
    name: 'base32human',
    title: 'base32 with the standard alphabet (A-Z, 2-7)',
    alphabet: `${UPPER}234567`,
    encoded: 'NBSWY3DP',
  },
  { name: 'base64', title: 'base64', alphabet: `${ALPHANUMERIC}+/`, encoded: 'aGVsbG8=' },
  {
    name: 'base64url',
    title: 'base64 for URLs (- and _ instead of + and /)',
    alphabet: `${ALPHANUMERIC}-_`,
    encoded: 'aGVsbG8=',
  },
]

const value = text('value', 'The text.')

export const encodingFunctions = ENCODINGS.flatMap(({ name, title, alphabet, encoded }) => {
  const bytes = createByteAlphabet(alphabet)
  const encode = defineFunction({
    name: `${name}_encode`,
    description: `Encodes the UTF-8 of a text in ${title}.`,
    example: { source: `${name}_encode("hello")`, result: `"${encoded}"` },
    params: [value, optional(flag('omit_padding', 'Leaves out the = at the end. False by default.'))],
    returns: 'String',
    call([text, omitsPadding]) {
      const result = bytes.encode(Buffer.from(given(text, 'value')), omitsPadding !== true)
      checkCharacters(result.length)
      return result
    },
  })
  const decode = defineFunction({
    name: `${name}_decode`,
    description: `Decodes a text that is encoded in ${title}. The call fails if it is not.`,
    example: { source: `${name}_decode("${encoded}")`, result: '"hello"' },
    params: [value, optional(flag('omit_padding', 'Has no effect: the = at the end may be missing.'))],
    returns: 'String',
    call: ([text]) => bytes.decode(given(text, 'value')).toString('utf8'),
  })
  return [encode, decode]
})
