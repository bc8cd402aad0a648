import { defineFunction, type PipelineParam } from '../evaluation/rule-run.ts'
import { dateTime } from './date-params.ts'
import { given, optional, text, textOf } from './params.ts'

const UNITS_MS: Readonly<Partial<Record<string, number>>> = {
  milliseconds: 1,
  seconds: 1000,
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
}

const unit: PipelineParam<number> = optional({
  ...text('unit', 'One of milliseconds, seconds, minutes, hours, days, weeks. Milliseconds by default.'),
  prepare(value) {
    const written = textOf(value, 'unit')
    const unitMs = Object.hasOwn(UNITS_MS, written) ? UNITS_MS[written] : undefined
    if (unitMs === undefined) throw new Error(`The unit ${written.slice(0, 100)} is unknown`)
    return unitMs
  },
})

/** Counts whole units between two dates. */
export const dateDiff = defineFunction({
  name: 'date_diff',
  description: 'Counts the whole units from one date to another. The result is below 0 if the second one is earlier.',
  example: { source: 'date_diff(parse_date("2021-03-01", "yyyy-MM-dd"), now(), "days")', result: '3' },
  params: [dateTime('from', 'The first date.'), dateTime('to', 'The second date.'), unit],
  returns: 'Long',
  call([from, to, unitMs]) {
    const ms = given(to, 'to').instantMs - given(from, 'from').instantMs
    return BigInt(Math.trunc(ms / (unitMs ?? 1)))
  },
})
