/** Makers of parameters for dates. */
import { UTC_ZONE } from '@logyard/languages/dates/intl-zone'
import { compileDateFormat, type FormatDate } from '@logyard/languages/rules/values/date-format'
import { RuleDateTime } from '@logyard/languages/rules/values/rule-date-time'
import { RulePeriod } from '@logyard/languages/rules/values/rule-period'
import { findRuleZone } from '@logyard/languages/rules/values/rule-zone'
import type { PipelineParam } from '../evaluation/rule-run.ts'
import { long, optional, refuse, text, textOf } from './params.ts'
import { createPerToolsCache } from './per-tools-cache.ts'

export type Zone = NonNullable<ReturnType<typeof findRuleZone>>

export const dateTime = (name: string, description: string): PipelineParam<RuleDateTime> => ({
  name,
  type: 'DateTime',
  isOptional: false,
  description,
  prepare: (value) => (value instanceof RuleDateTime ? value : refuse(name, 'a date', value)),
})

const ZONE_CLASS = 'org.joda.time.DateTimeZone'

/** An unknown time zone is UTC. */
export const zone: PipelineParam<Zone> = optional({
  ...text('timezone', 'The time zone, such as "Europe/Berlin" or "+01:00". UTC by default, and if it is unknown.'),
  preparedClass: ZONE_CLASS,
  prepare: (value) => findRuleZone(textOf(value, 'timezone')) ?? UTC_ZONE,
})

/** An unknown time zone is an error. */
export const knownZone: PipelineParam<Zone> = optional({
  ...text('timezone', 'The time zone, such as "Europe/Berlin" or "+01:00". UTC by default.'),
  preparedClass: ZONE_CLASS,
  prepare(value) {
    const id = textOf(value, 'timezone')
    const known = findRuleZone(id)
    if (known === undefined) throw new Error(`The time zone ${id} is unknown`)
    return known
  },
})

const formats = createPerToolsCache<FormatDate>()

export const dateFormat = (name: string, description: string): PipelineParam<FormatDate> => ({
  ...text(name, description),
  preparedClass: 'org.joda.time.format.DateTimeFormatter',
  prepare(value, tools) {
    const format = textOf(value, name)
    return formats(tools, format, () => compileDateFormat(format))
  },
})

const PERIOD_CLASS = 'org.joda.time.Period'

export const unitsOf = (unit: string, toPeriod: (count: number) => RulePeriod): PipelineParam<RulePeriod> => ({
  ...long('value', `The number of ${unit}.`),
  preparedClass: PERIOD_CLASS,
  prepare: (value) => (typeof value === 'bigint' ? toPeriod(Number(value)) : refuse('value', 'a whole number', value)),
})

export const periodText: PipelineParam<RulePeriod> = {
  ...text(
    'value',
    'The period in the format of ISO 8601: P, years Y, months M, weeks W, days D, T, hours H, minutes M, seconds S.',
  ),
  preparedClass: PERIOD_CLASS,
  prepare(value) {
    const written = textOf(value, 'value')
    const period = RulePeriod.parse(written)
    if (period === undefined) throw new Error(`Invalid format: "${written}" is not a period`)
    return period
  },
}
