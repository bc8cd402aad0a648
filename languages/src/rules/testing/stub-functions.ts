import { functionsFor, type RuleFunction, type RuleParam } from '../rule-function.ts'
import type { RuleType } from '../rule-types.ts'
import { RuleObject, type RuleValue } from '../rule-values.ts'
import { RuleDateTime } from '../values/rule-date-time.ts'
import { RuleIp } from '../values/rule-ip.ts'
import { RegexMatches } from '../values/rule-matches.ts'
import { RulePeriod } from '../values/rule-period.ts'
import type { TestRun } from './test-run.ts'

const defineFunction = functionsFor<TestRun, null>()

type Signature = readonly [name: string, returns: RuleType, ...params: string[]]

/** `name:Type`, with a question mark if it is optional. The first text is the name and the second the return type. */
const SIGNATURES: readonly Signature[] = [
  ['set_field', 'Void', 'field:String', 'value:Object', 'prefix:String?', 'suffix:String?', 'message:Message?'],
  ['has_field', 'Boolean', 'field:String', 'message:Message?'],
  ['drop_message', 'Void', 'message:Message?'],
  ['to_long', 'Long', 'value:Object', 'default:Long?'],
  ['to_double', 'Double', 'value:Object', 'default:Double?'],
  ['to_string', 'String', 'value:Object', 'default:String?'],
  ['to_bool', 'Boolean', 'value:Object', 'default:Boolean?'],
  ['to_map', 'Map', 'value:Object'],
  ['to_ip', 'IpAddress', 'ip:Object', 'default:String?'],
  ['lowercase', 'String', 'value:String', 'locale:String?'],
  ['concat', 'String', 'first:String', 'second:String'],
  ['is_null', 'Boolean', 'value:Object'],
  ['regex', 'RegexMatchResult', 'pattern:String', 'value:String', 'group_names:List?'],
  ['now', 'DateTime', 'timezone:String?'],
  ['days', 'Period', 'value:Long'],
  ['parse_date', 'DateTime', 'value:String', 'pattern:String', 'locale:String?', 'timezone:String?'],
  ['metric_counter_inc', 'Void', 'name:String', 'value:Long?'],
  ['cidr_match', 'Boolean', 'cidr:String', 'ip:IpAddress'],
  ['lookup_value', 'Object', 'lookup_table:String', 'key:Object', 'default:Object?'],
  ['optional_first', 'Void', 'first:String?', 'second:String'],
  ['cut', 'String', 'value:String', 'end/indexEnd:Long?'],
]

const PREPARE: Readonly<Partial<Record<string, (value: RuleValue) => unknown>>> = {
  pattern: (value) => new RegExp(String(value)),
  cidr(value) {
    const ip = RuleIp.parse(String(value).replace(/\/\d+$/, ''))
    if (ip === undefined) throw new Error(`${value} is not a network`)
    return ip
  },
}

type Call = (args: readonly unknown[], run: TestRun) => RuleValue

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

const CALLS: Readonly<Partial<Record<string, Call>>> = {
  set_field([field, value], run) {
    run.fields.set(text(field), asValue(value))
    return null
  },
  has_field: ([field], run) => run.fields.has(text(field)),
  to_long([value, instead]) {
    if (typeof value === 'bigint') return value
    return /^-?\d+$/.test(text(value)) ? BigInt(text(value)) : asValue(instead ?? 0n)
  },
  to_double: ([value]) => Number(value),
  to_string: ([value]) => text(value),
  to_bool: ([value]) => text(value).toLowerCase() === 'true',
  to_map: ([value]) => (value instanceof Map ? value : new Map()),
  to_ip([value, instead]) {
    const ip = RuleIp.parse(text(value)) ?? RuleIp.parse(text(instead ?? '0.0.0.0'))
    if (ip === undefined) throw new Error('not an address')
    return ip
  },
  lowercase: ([value]) => text(value).toLowerCase(),
  concat: ([first, second]) => text(first) + text(second),
  is_null: ([value]) => value === null,
  regex([pattern, value]) {
    const found = pattern instanceof RegExp ? pattern.exec(text(value)) : null
    const groups = (found ?? []).slice(1).map((group, at) => [String(at), group] as const)
    return new RegexMatches(found !== null, new Map(groups.filter(([, group]) => group !== undefined)))
  },
  now: (_, run) => new RuleDateTime(run.nowMs()),
  days: ([value]) => new RulePeriod({ days: Number(value) }),
  cut: ([value, end]) => text(value).slice(0, Number(end ?? 100)),
}

const asValue = (value: unknown): RuleValue => (isValue(value) ? value : null)

const isValue = (value: unknown): value is RuleValue =>
  ['string', 'bigint', 'number', 'boolean'].includes(typeof value) ||
  value instanceof RuleObject ||
  value instanceof Map ||
  Array.isArray(value)

function paramOf(signature: string): RuleParam<unknown, null> {
  const [, name = '', otherName, type, optional] = /^(\w+)(?:\/(\w+))?:(\w+)(\?)?$/.exec(signature) ?? []
  return {
    name,
    ...(otherName === undefined ? {} : { otherNames: [otherName] }),
    type: TYPES.find((known) => known === type) ?? 'Object',
    isOptional: optional !== undefined,
    description: '',
    prepare: PREPARE[name] ?? ((value) => value),
  }
}

const TYPES = ['String', 'Long', 'Double', 'Boolean', 'Map', 'List', 'Message', 'IpAddress'] as const

/** Functions with the signatures of the real ones, which do as much as the tests of the language need. */
export const stubFunctions: ReadonlyMap<string, RuleFunction<TestRun, null>> = new Map(
  SIGNATURES.map(([name, returns, ...params]) => [
    name,
    defineFunction({
      name,
      description: '',
      example: { source: '', result: '' },
      params: params.map(paramOf),
      returns,
      catchesErrors: name === 'is_null',
      call: CALLS[name] ?? (() => null),
    }),
  ]),
)
