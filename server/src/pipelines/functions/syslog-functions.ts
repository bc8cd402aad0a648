/** Functions that explain the numbers of syslog. */
import type { RuleValue } from '@logyard/languages/rules/rule-values'
import { RuleSyslogPriority } from '@logyard/languages/rules/values/rule-syslog-priority'
import { defineFunction } from '../evaluation/rule-run.ts'
import { longOfText } from './number-of-value.ts'
import { anything } from './params.ts'

/** The names that rules use for levels and facilities of syslog. */
const LEVELS = ['Emergency', 'Alert', 'Critical', 'Error', 'Warning', 'Notice', 'Informational', 'Debug']

const FACILITIES = [
  ...['kern', 'user', 'mail', 'daemon', 'auth', 'syslog', 'lpr', 'news', 'uucp', 'clock', 'authpriv', 'ftp', 'ntp'],
  ...['log audit', 'log alert', 'cron', 'local0', 'local1', 'local2', 'local3', 'local4', 'local5', 'local6', 'local7'],
]

const UNKNOWN = 'Unknown'

const syslogLevelName = (level: number): string => LEVELS[level] ?? UNKNOWN
const syslogFacilityName = (facility: number): string => FACILITIES[facility] ?? UNKNOWN

const value = (description: string) => anything('value', description)
const LEVEL_BITS = 3

/** A whole number of 32 bits, or a text of its digits. */
function numberOf(value: RuleValue | undefined): number | undefined {
  const whole = typeof value === 'string' ? longOfText(value) : value
  return typeof whole === 'bigint' && BigInt.asIntN(32, whole) === whole ? Number(whole) : undefined
}

function priorityOf(value: RuleValue | undefined): { readonly level: number; readonly facility: number } {
  const priority = numberOf(value)
  if (priority === undefined) throw new Error('The argument value is not a whole number')
  return { level: priority & ((1 << LEVEL_BITS) - 1), facility: priority >> LEVEL_BITS }
}

const syslogLevel = defineFunction({
  name: 'syslog_level',
  description: 'Returns the name of a syslog level: Emergency for 0 to Debug for 7. Other values are Unknown.',
  example: { source: 'syslog_level(4)', result: '"Warning"' },
  params: [value('The level, as a number or a text.')],
  returns: 'String',
  call: ([level]) => syslogLevelName(numberOf(level) ?? -1),
})

const syslogFacility = defineFunction({
  name: 'syslog_facility',
  description: 'Returns the name of a syslog facility: kern for 0 to local7 for 23. Other values are Unknown.',
  example: { source: 'syslog_facility(4)', result: '"auth"' },
  params: [value('The facility, as a number or a text.')],
  returns: 'String',
  call: ([facility]) => syslogFacilityName(numberOf(facility) ?? -1),
})

const PRIORITY = 'The priority, as a number or a text.'

const expandSyslogPriority = defineFunction({
  name: 'expand_syslog_priority',
  description: 'Splits the priority of a syslog message into its level and its facility.',
  example: { source: 'expand_syslog_priority(165).facility', result: '20' },
  params: [value(PRIORITY)],
  returns: 'SyslogPriority',
  call([priority]) {
    const { level, facility } = priorityOf(priority)
    return new RuleSyslogPriority(BigInt(level), BigInt(facility))
  },
})

const expandSyslogPriorityAsString = defineFunction({
  name: 'expand_syslog_priority_as_string',
  description: 'Splits the priority of a syslog message into the names of its level and its facility.',
  example: { source: 'expand_syslog_priority_as_string(165).level', result: '"Notice"' },
  params: [value(PRIORITY)],
  returns: 'SyslogPriorityAsString',
  call([priority]) {
    const { level, facility } = priorityOf(priority)
    return new RuleSyslogPriority(syslogLevelName(level), syslogFacilityName(facility))
  },
})

export const syslogFunctions = [expandSyslogPriority, expandSyslogPriorityAsString, syslogFacility, syslogLevel]
