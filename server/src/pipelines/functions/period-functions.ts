/** Functions that make periods, which are added to dates and subtracted from them. */
import { RulePeriod } from '@logyard/languages/rules/values/rule-period'
import { defineFunction } from '../evaluation/rule-run.ts'
import { periodText, unitsOf } from './date-params.ts'

const UNITS = [
  { unit: 'years', example: 'P2Y' },
  { unit: 'months', example: 'P2M' },
  { unit: 'weeks', example: 'P2W' },
  { unit: 'days', example: 'P2D' },
  { unit: 'hours', example: 'PT2H' },
  { unit: 'minutes', example: 'PT2M' },
  { unit: 'seconds', example: 'PT2S' },
  { unit: 'millis', title: 'milliseconds', example: 'PT0.002S' },
] as const

const ofUnits = UNITS.map(({ unit, example, ...named }) => {
  const title = 'title' in named ? named.title : unit
  return defineFunction({
    name: unit,
    description: `Returns a period of ${title}, which can be added to a date.`,
    example: { source: `${unit}(2)`, result: example },
    params: [unitsOf(title, (count) => new RulePeriod({ [unit]: count }))],
    returns: 'Period',
    isPure: true,
    call: ([period]) => period ?? null,
  })
})

const period = defineFunction({
  name: 'period',
  description: 'Reads a period, which can be added to a date.',
  example: { source: 'parse_unix_milliseconds(0) + period("P1DT6H")', result: '1970-01-02T06:00:00.000Z' },
  params: [periodText],
  returns: 'Period',
  isPure: true,
  call: ([period]) => period ?? null,
})

export const periodFunctions = [...ofUnits, period]
