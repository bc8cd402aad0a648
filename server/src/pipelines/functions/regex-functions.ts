/** Functions that use regular expressions. */

import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { RegexMatches } from '@logyard/languages/rules/values/rule-matches'
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import { defineFunction } from '../evaluation/rule-run.ts'
import { anyList, flag, given, integer, list, optional, pattern, text } from './params.ts'
import { checkCharacters } from './result-bounds.ts'

const regularExpression = pattern('pattern', "The regular expression in Java's syntax. In a rule, write \\\\ for \\.")

const NO_GROUPS = new Map<string, RuleValue>()
const NOT_FOUND = new RegexMatches(false, NO_GROUPS)

const regex = defineFunction({
  name: 'regex',
  description:
    'Searches a text for a regular expression. The result is a map of the groups: the first one has the name "0". Its property matches tells whether the expression was found.',
  example: { source: 'regex("user (\\\\w+) from (\\\\S+)", "user ada from 10.0.0.1")["0"]', result: '"ada"' },
  params: [
    regularExpression,
    text('value', 'The text.'),
    optional(list('group_names', 'Names for the groups, in their order.')),
  ],
  returns: 'RegexMatchResult',
  isPure: true,
  call([pattern, value, groupNames]) {
    const match = given(pattern, 'pattern').find(given(value, 'value'))
    if (match === null) return NOT_FOUND
    const groups = new RegexMatches(true, NO_GROUPS)
    for (let group = 1; group < match.length; group += 1) {
      const captured: string | undefined = match[group]
      if (captured === undefined) continue
      const name = groupNames?.[group - 1]
      groups.set(name == null ? String(group - 1) : textOfValue(name), captured)
    }
    return groups
  },
})

const regexReplace = defineFunction({
  name: 'regex_replace',
  description: 'Replaces what a regular expression finds in a text.',
  example: { source: 'regex_replace("(\\\\d+)ms", "took 42ms", "$1 milliseconds")', result: '"took 42 milliseconds"' },
  params: [
    regularExpression,
    text('value', 'The text.'),
    text('replacement', 'The text to put there. $1 is the text of the first group.'),
    optional(flag('replace_all', 'Replaces all that is found. If false, only the first. True by default.')),
  ],
  returns: 'String',
  isPure: true,
  call: ([pattern, value, replacement, replacesAll]) =>
    given(pattern, 'pattern').replace(given(value, 'value'), given(replacement, 'replacement'), replacesAll !== false),
})

const split = defineFunction({
  name: 'split',
  description: 'Splits a text at what a regular expression finds.',
  example: { source: 'split("\\\\|", "foo|bar|baz", 2)', result: '["foo", "bar|baz"]' },
  params: [
    regularExpression,
    text('value', 'The text.'),
    optional(
      integer(
        'limit',
        'The number of parts at most. 0, the default, has no limit, and drops the empty parts at the end.',
      ),
    ),
  ],
  returns: 'List',
  isPure: true,
  call([pattern, value, limit]) {
    const maxParts = limit ?? 0
    if (maxParts < 0) throw new Error('The argument limit is negative')
    return given(pattern, 'pattern').split(given(value, 'value'), maxParts)
  },
})

const join = defineFunction({
  name: 'join',
  description: 'Joins the items of a list to a text.',
  example: { source: 'join(["a", 1, 2.5], ", ")', result: '"a, 1, 2.5"' },
  params: [
    anyList('elements', 'The list.'),
    optional(text('delimiter', 'The text between two items. Empty by default.')),
    optional(integer('start', 'The position of the first item, counted from 0.')),
    {
      ...optional(integer('end', 'The position behind the last item. The end of the list by default.')),
      // `end` has to be written in backticks.
      otherNames: ['indexEnd'],
    },
  ],
  returns: 'String',
  isPure: true,
  call([elements, delimiter, start, end]) {
    const items = given(elements, 'elements')
    const [first, last] = [positionOf(start, 0), positionOf(end, items.length)]
    if (last > items.length || first > items.length) throw new Error(`The list has only ${items.length} items`)
    let joined = ''
    for (let at = first; at < last; at += 1) {
      if (at > first) joined += delimiter ?? ''
      const item = items[at]
      if (item != null) joined += textOfValue(item)
      checkCharacters(joined.length)
    }
    return joined
  },
})

/** Negative positions are ignored. */
const positionOf = (position: number | null | undefined, byDefault: number): number =>
  position == null || position < 0 ? byDefault : position

export const regexFunctions = [join, regex, regexReplace, split]
