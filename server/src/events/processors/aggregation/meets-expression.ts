import type { Expression } from '@logyard/contract/events/expressions'
import { meetsExpression as meets } from '@logyard/contract/events/meets-expression'
import { LogyardError } from '../../../platform/errors.ts'

const seriesUnknown = (ref: string) =>
  new LogyardError('invalid', 'event-series-unknown', `The condition names the series "${ref}", which does not exist.`)

/** Whether the figures meet the condition. Throws a `LogyardError` if it names a series that does not exist. */
export const meetsExpression = (expression: Expression, values: ReadonlyMap<string, number>): boolean =>
  meets(expression, (ref) => {
    const value = values.get(ref)
    if (value === undefined) throw seriesUnknown(ref)
    return value
  })
