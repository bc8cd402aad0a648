/** Functions on comma-separated values. */
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import { parseCsvLine } from '../../extractors/extraction/parse-csv-line.ts'
import { defineFunction, type PipelineParam } from '../evaluation/rule-run.ts'
import { flag, given, optional, refuse, text, textOf } from './params.ts'
import { MAX_ITEMS, tooManyItems } from './result-bounds.ts'

const names: PipelineParam<readonly string[]> = {
  name: 'field_names',
  type: 'Object',
  isOptional: false,
  description: 'The names of the columns: a list, or a text with commas.',
  prepare(value) {
    if (typeof value === 'string') return value.split(',').map((name) => name.trim())
    if (!isList(value)) return refuse('field_names', 'a list or a text', value)
    return value.map(textOfValue)
  },
}

const isList = (value: RuleValue): value is readonly RuleValue[] => Array.isArray(value)

const character = (name: string, description: string): PipelineParam<string> =>
  optional({
    ...text(name, description),
    prepare(value) {
      const written = textOf(value, name)
      if (written.length !== 1) throw new Error(`The argument ${name} must be one character`)
      return written
    },
  })

const csvToMap = defineFunction({
  name: 'csv_to_map',
  description:
    'Reads one line of comma-separated values. The result is a map, for set_fields. A line with fewer values than names has no values for the last names.',
  example: {
    source: 'csv_to_map("ada;\\"a; b\\"", ["user", "groups"], ";")',
    result: '{user: "ada", groups: "a; b"}',
  },
  params: [
    text('value', 'The line.'),
    names,
    character('separator', 'The character between two values. A comma by default.'),
    character('quote_char', 'The character around values that contain the separator. A double quote by default.'),
    character('escape_char', 'The character before a quote that belongs to the value. A backslash by default.'),
    optional(flag('strict_quotes', 'Only text in quotes belongs to a value. False by default.')),
    optional(flag('trim_leading_whitespace', 'Drops white space before a quote. True by default.')),
    optional(flag('ignore_extra_fields', 'Drops values behind the last name. False by default: they fail the rule.')),
  ],
  returns: 'Map',
  call([line, fieldNames, separator, quote, escapeWith, isStrict, trimsLeading, ignoresExtra]) {
    const columns = given(fieldNames, 'field_names')
    if (line == null || line === '') return new Map<string, RuleValue>()
    const values = parseCsvLine(line, {
      separator: separator ?? ',',
      quote: quote ?? '"',
      escape: escapeWith ?? '\\',
      isStrict: isStrict === true,
      trimsLeading: trimsLeading !== false,
    })
    if (values === undefined) throw new Error('A value in quotes does not end')
    if (values.length > columns.length && ignoresExtra !== true) {
      throw new Error(`The line has ${values.length} values for ${columns.length} names`)
    }
    if (columns.length > MAX_ITEMS) throw tooManyItems()
    return new Map<string, RuleValue>(columns.slice(0, values.length).map((name, at) => [name, values[at] ?? '']))
  },
})

export const csvFunctions = [csvToMap]
