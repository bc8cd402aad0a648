/** Functions that check the type of a value. */
import type { RuleList, RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleDateTime } from '@logyard/languages/rules/values/rule-date-time'
import { RuleIp } from '@logyard/languages/rules/values/rule-ip'
import { RuleJson } from '@logyard/languages/rules/values/rule-json'
import { RulePeriod } from '@logyard/languages/rules/values/rule-period'
import { RuleUrl } from '@logyard/languages/rules/values/rule-url'
import { defineFunction } from '../evaluation/rule-run.ts'
import { anything, isMap } from './params.ts'

interface TypeTest {
  readonly name: string
  readonly title: string
  readonly example: string
  readonly result?: string
  isOfType(value: RuleValue): boolean
}

const isList = (value: RuleValue): value is RuleList => Array.isArray(value)

const TESTS: readonly TypeTest[] = [
  {
    name: 'is_bool',
    title: 'true or false, and not a text',
    example: 'is_bool(true)',
    isOfType: (value) => typeof value === 'boolean',
  },
  { name: 'is_collection', title: 'a list', example: 'is_collection([1, 2])', isOfType: isList },
  {
    name: 'is_date',
    title: 'a date, and not a text',
    example: 'is_date(now())',
    isOfType: (value) => value instanceof RuleDateTime,
  },
  {
    name: 'is_double',
    title: 'a number with a decimal point',
    example: 'is_double(1.5)',
    isOfType: (value) => typeof value === 'number',
  },
  {
    name: 'is_ip',
    title: 'an IP address. A text is not: see to_ip',
    example: 'is_ip(to_ip("127.0.0.1"))',
    isOfType: (value) => value instanceof RuleIp,
  },
  {
    name: 'is_json',
    title: 'a JSON tree. A text is not: see parse_json',
    example: 'is_json(parse_json("[1]"))',
    isOfType: (value) => value instanceof RuleJson,
  },
  { name: 'is_list', title: 'a list', example: 'is_list([1, 2])', isOfType: isList },
  { name: 'is_long', title: 'a whole number', example: 'is_long(42)', isOfType: (value) => typeof value === 'bigint' },
  { name: 'is_map', title: 'a map', example: 'is_map({a: 1})', isOfType: isMap },
  {
    name: 'is_number',
    title: 'a number, whole or not',
    example: 'is_number("42")',
    result: 'false',
    isOfType: (value) => typeof value === 'bigint' || typeof value === 'number',
  },
  {
    name: 'is_period',
    title: 'a period',
    example: 'is_period(days(2))',
    isOfType: (value) => value instanceof RulePeriod,
  },
  { name: 'is_string', title: 'a text', example: 'is_string("42")', isOfType: (value) => typeof value === 'string' },
  {
    name: 'is_url',
    title: 'a URL. A text is not: see to_url',
    example: 'is_url(to_url("http://example.org"))',
    isOfType: (value) => value instanceof RuleUrl,
  },
]

const value = anything('value', 'The value.')

const ofType = TESTS.map(({ name, title, example, result = 'true', isOfType }) =>
  defineFunction({
    name,
    description: `Checks whether a value is ${title}. Null never is.`,
    example: { source: example, result },
    params: [value],
    returns: 'Boolean',
    call: ([value]) => value != null && isOfType(value),
  }),
)

const isNull = defineFunction({
  name: 'is_null',
  description: 'Checks whether a value is null, as that of a missing field. A value that cannot be computed is null.',
  example: { source: 'is_null($message.missing)', result: 'true' },
  params: [value],
  returns: 'Boolean',
  catchesErrors: true,
  call: ([value]) => value == null,
})

const isNotNull = defineFunction({
  name: 'is_not_null',
  description: 'Checks whether a value is not null. A value that cannot be computed is null.',
  example: { source: 'is_not_null($message.source)', result: 'true' },
  params: [value],
  returns: 'Boolean',
  catchesErrors: true,
  call: ([value]) => value != null,
})

export const typeTestFunctions = [...ofType, isNull, isNotNull]
