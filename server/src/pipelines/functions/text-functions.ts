/** Functions that search, cut and join texts. */
import { defineFunction } from '../evaluation/rule-run.ts'
import { flag, given, integer, list, long, optional, text } from './params.ts'
import { checkCharacters } from './result-bounds.ts'

const value = text('value', 'The text.')
const ignoreCase = optional(flag('ignore_case', 'Ignores upper and lower case. False by default.'))

/** `end` has to be written in backticks. */
const END = ['indexEnd']

const SHORTEST_ABBREVIATION = 4n
const DOTS = '...'

const abbreviate = defineFunction({
  name: 'abbreviate',
  description: 'Cuts a text that is too long, and marks the cut with three dots.',
  example: { source: 'abbreviate("a long sentence", 9)', result: '"a long..."' },
  params: [value, long('width', 'The length of the result at most, dots included. At least 4.')],
  returns: 'String',
  call([text, width]) {
    if (text == null || width == null) return null
    const length = width < SHORTEST_ABBREVIATION ? SHORTEST_ABBREVIATION : width
    return BigInt(text.length) <= length ? text : text.slice(0, Number(length) - DOTS.length) + DOTS
  },
})

const concat = defineFunction({
  name: 'concat',
  description: 'Joins two texts. Null counts as an empty text.',
  example: { source: 'concat("host-", "42")', result: '"host-42"' },
  params: [text('first', 'The first text.'), text('second', 'The second text.')],
  returns: 'String',
  call([first, second]) {
    const joined = (first ?? '') + (second ?? '')
    checkCharacters(joined.length)
    return joined
  },
})

const contains = defineFunction({
  name: 'contains',
  description: 'Checks whether a text contains another one. Null contains nothing.',
  example: { source: 'contains("Connection refused", "REFUSED", true)', result: 'true' },
  params: [value, text('search', 'The text to search for.'), ignoreCase],
  returns: 'Boolean',
  call([whole, part, ignoresCase]) {
    if (whole == null || part == null) return false
    if (whole.includes(part)) return true
    return ignoresCase === true && whole.toLowerCase().includes(part.toLowerCase())
  },
})

const startsWith = defineFunction({
  name: 'starts_with',
  description: 'Checks whether a text starts with another one. Null starts with nothing.',
  example: { source: 'starts_with("nginx: started", "nginx")', result: 'true' },
  params: [value, text('prefix', 'The start to check for.'), ignoreCase],
  returns: 'Boolean',
  call([whole, prefix, ignoresCase]) {
    if (whole == null || prefix == null) return false
    if (whole.startsWith(prefix)) return true
    return ignoresCase === true && whole.slice(0, prefix.length).toLowerCase() === prefix.toLowerCase()
  },
})

const endsWith = defineFunction({
  name: 'ends_with',
  description: 'Checks whether a text ends with another one. Null ends with nothing.',
  example: { source: 'ends_with("mail.example.org", ".ORG", true)', result: 'true' },
  params: [value, text('suffix', 'The end to check for.'), ignoreCase],
  returns: 'Boolean',
  call([whole, suffix, ignoresCase]) {
    if (whole == null || suffix == null) return false
    if (whole.endsWith(suffix)) return true
    if (ignoresCase !== true || suffix.length > whole.length) return false
    return whole.slice(whole.length - suffix.length).toLowerCase() === suffix.toLowerCase()
  },
})

const substring = defineFunction({
  name: 'substring',
  description: 'Cuts a part out of a text. A position below 0 counts from the end.',
  example: { source: 'substring("2021-03-04", 5, 7)', result: '"03"' },
  params: [
    value,
    long('start', 'The position of the first character, counted from 0.'),
    {
      ...optional(long('end', 'The position behind the last character. The end of the text by default.')),
      otherNames: END,
    },
  ],
  returns: 'String',
  call([text, start, end]) {
    if (text == null) return null
    return text.slice(clipped(given(start, 'start'), text), end == null ? text.length : clipped(end, text))
  },
})

/** The position within the text that is nearest. */
function clipped(position: bigint, { length }: string): number {
  if (position >= BigInt(length)) return length
  return position < 0n ? Math.max(0, length + Number(position)) : Number(position)
}

const replace = defineFunction({
  name: 'replace',
  description: 'Replaces a text within another one. Case matters.',
  example: { source: 'replace("a.b.c", ".", "-")', result: '"a-b-c"' },
  params: [
    value,
    text('search', 'The text to replace.'),
    optional(text('replacement', 'The text to put there. Empty by default.')),
    optional(integer('max', 'How often it is replaced, from the start. -1, without a limit, by default.')),
  ],
  returns: 'String',
  call: ([text, search, replacement, max]) =>
    text == null || search == null ? (text ?? null) : replaced(text, search, replacement ?? '', max ?? -1),
})

function replaced(text: string, search: string, replacement: string, max: number): string {
  if (search === '') return text
  let result = ''
  let from = 0
  let left = max
  for (let at = text.indexOf(search); at >= 0 && left !== 0; at = text.indexOf(search, from)) {
    result += text.slice(from, at) + replacement
    checkCharacters(result.length)
    from = at + search.length
    left -= 1
  }
  checkCharacters(result.length + text.length - from)
  return from === 0 ? text : result + text.slice(from)
}

const length = defineFunction({
  name: 'length',
  description:
    'Counts the characters of a text. Characters beyond the 65,536 most usual ones, such as emoji, count as two.',
  example: { source: 'length("hello")', result: '5' },
  params: [value, optional(flag('bytes', 'Counts the bytes in UTF-8 instead. False by default.'))],
  returns: 'Long',
  call([text, countsBytes]) {
    const counted = given(text, 'value')
    return BigInt(countsBytes === true ? Buffer.byteLength(counted) : counted.length)
  },
})

const firstNonNull = defineFunction({
  name: 'first_non_null',
  description: 'Returns the first item of a list that is not null, or null if there is none.',
  example: { source: 'first_non_null([$message.missing, "fallback"])', result: '"fallback"' },
  params: [list('value', 'The list.')],
  returns: 'Object',
  call: ([items]) => items?.find((item) => item !== null) ?? null,
})

export const textFunctions = [
  abbreviate,
  concat,
  contains,
  endsWith,
  firstNonNull,
  length,
  replace,
  startsWith,
  substring,
]
