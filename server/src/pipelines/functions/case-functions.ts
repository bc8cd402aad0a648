/** Functions that change upper and lower case. */
import { unlessThrown } from '@logyard/languages/errors/unless-thrown'
import { defineFunction, type PipelineParam } from '../evaluation/rule-run.ts'
import { optional, text, textOf } from './params.ts'
import { checkCharacters } from './result-bounds.ts'

const value = text('value', 'The text.')

/** Java's `Character.toUpperCase`: one character for one. */
const upperOf = (character: string): string => {
  const upper = character.toUpperCase()
  return upper.length === character.length ? upper : character
}

/** İ is the only character whose lower case is longer. */
const lowerOf = (character: string): string => {
  const lower = character.toLowerCase()
  return lower.length === character.length ? lower : 'i'
}

const withFirst = (whole: string, change: (character: string) => string): string => {
  const [first] = whole
  return first === undefined ? whole : change(first) + whole.slice(first.length)
}

function swapCase(whole: string): string {
  let swapped = ''
  for (const character of whole) {
    const upper = upperOf(character)
    swapped += upper === character ? lowerOf(character) : upper
  }
  return swapped
}

/** Languages with rules of their own. */
const SPECIAL = /^(?:tr|az|lt|el|hy)\b/i

/** Undefined for a language without rules of its own: the general way is several times faster. */
const locale: PipelineParam<string | undefined> = optional({
  ...text('locale', 'A BCP 47 language tag such as "tr". "en" by default.'),
  preparedClass: 'java.util.Locale',
  prepare: (argument) => {
    const tag = textOf(argument, 'locale')
    return SPECIAL.test(tag) ? unlessThrown(RangeError, () => Intl.getCanonicalLocales(tag)[0]) : undefined
  },
})

const capitalize = defineFunction({
  name: 'capitalize',
  description: 'Changes the first letter to upper case.',
  example: { source: 'capitalize("hello World")', result: '"Hello World"' },
  params: [value],
  returns: 'String',
  call: ([text]) => (text == null ? null : withFirst(text, upperOf)),
})

const uncapitalize = defineFunction({
  name: 'uncapitalize',
  description: 'Changes the first letter to lower case.',
  example: { source: 'uncapitalize("Hello World")', result: '"hello World"' },
  params: [value],
  returns: 'String',
  call: ([text]) => (text == null ? null : withFirst(text, lowerOf)),
})

const swapcase = defineFunction({
  name: 'swapcase',
  description: 'Changes lower case to upper case, and upper case to lower case.',
  example: { source: 'swapcase("Hello World")', result: '"hELLO wORLD"' },
  params: [value],
  returns: 'String',
  call: ([text]) => (text == null ? null : swapCase(text)),
})

const lowercase = defineFunction({
  name: 'lowercase',
  description: 'Changes all letters to lower case.',
  example: { source: 'lowercase("Hello World")', result: '"hello world"' },
  params: [value, locale],
  returns: 'String',
  call([text, tag]) {
    if (text == null) return null
    return tag == null ? text.toLowerCase() : text.toLocaleLowerCase(tag)
  },
})

const uppercase = defineFunction({
  name: 'uppercase',
  description: 'Changes all letters to upper case.',
  example: { source: 'uppercase("Hello World")', result: '"HELLO WORLD"' },
  params: [value, locale],
  returns: 'String',
  call([text, tag]) {
    if (text == null) return null
    const upper = tag == null ? text.toUpperCase() : text.toLocaleUpperCase(tag)
    checkCharacters(upper.length)
    return upper
  },
})

export const caseFunctions = [capitalize, lowercase, swapcase, uncapitalize, uppercase]
