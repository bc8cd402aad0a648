import type { QuerySyntaxError } from '@logyard/languages/query/query-syntax-error'
import { LogyardError } from '../../platform/errors.ts'

export function stepsRefused(problems: readonly [QuerySyntaxError, ...QuerySyntaxError[]]): LogyardError {
  const [{ message, from }] = problems
  const text = `Failed to read the steps of the query, at character ${from + 1}: ${message}`
  return new LogyardError('invalid', 'query-steps-refused', text, {
    body: { type: 'QueryStepsError', message: text, problems },
  })
}

export const noSteps = () =>
  new LogyardError(
    'invalid',
    'query-without-steps',
    'The query has no steps: they begin with |, as in: | top 10 source',
  )

/** Distinct values of the field of a join. */
export const MAX_JOIN_KEYS = 5000

export const joinTooLarge = (table: string) =>
  new LogyardError(
    'invalid',
    'query-join-too-large',
    `More than ${MAX_JOIN_KEYS} different values would be looked up in ${table}: aggregate with stats or top before the step join.`,
  )

export const joinTooSlow = (table: string, options: ErrorOptions) =>
  new LogyardError(
    'failed',
    'query-join-too-slow',
    `Looking up the values in ${table} took too long: aggregate with stats or top before the step join.`,
    options,
  )
