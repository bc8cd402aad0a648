/** What the server says about a query, with its place marked. */
import type { QueryExplanation } from '@logyard/contract/search/search-validation'
import type { Api } from '../api/api.ts'
import { ApiFailure } from '../api/api-failure.ts'
import { getQueryHints, validateQuery } from '../api/routes.ts'
import type { Paint } from '../output/colors.ts'
import { printable } from '../output/printable-text.ts'
import { textWidth } from '../output/text-width.ts'
import type { Selection } from './selection.ts'

/** Printable lines: the query, the place of the problem below it, and the query as it may be meant. */
export function problemLines(query: string, problems: readonly QueryExplanation[], paint: Paint): readonly string[] {
  return problems.flatMap(({ severity, message, from, to, fixes = [] }) => {
    const indent = ' '.repeat(textWidth(printable(query.slice(0, from))))
    const mark = '^'.repeat(Math.max(1, textWidth(printable(query.slice(from, to)))))
    const color = severity === 'error' ? 'red' : severity === 'warning' ? 'yellow' : 'cyan'
    return [
      printable(query),
      `${indent}${paint(mark, color)}`,
      `${paint(`${severity}:`, color)} ${printable(message)}`,
      ...fixes.map(({ from: start, to: end, insert, count }) => {
        const fixed = query.slice(0, start) + insert + query.slice(end)
        return `  instead: ${printable(fixed)}${count === undefined ? '' : `   (finds ${count})`}`
      }),
    ]
  })
}

/** The problem of a query that the server refuses; its lines are printable. */
export class QueryRefused extends Error {
  override readonly name = 'QueryRefused'
  readonly problems: readonly QueryExplanation[]
  readonly query: string

  constructor(query: string, problems: readonly QueryExplanation[]) {
    super('The query is refused.')
    this.query = query
    this.problems = problems
  }
}

const BAD_REQUEST = 400

/** Runs a call about a query. If it fails because the query is invalid, throws `QueryRefused`. */
export async function checkedQuery<Result>(
  api: Api,
  { query, streams }: Pick<Selection, 'query' | 'streams'>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const mayBeTheQuery = error instanceof SearchFailed || (error instanceof ApiFailure && error.status === BAD_REQUEST)
    if (!mayBeTheQuery) throw error
    const body = { query_string: query, streams: [...streams] }
    const validation = await api.call(validateQuery, { body }).catch(() => undefined)
    const problems = validation?.explanations.filter(({ severity }) => severity === 'error') ?? []
    throw problems.length === 0 ? error : new QueryRefused(query, problems)
  }
}

/** The server ran the search and it failed. */
export class SearchFailed extends Error {
  override readonly name = 'SearchFailed'
}

/** Why a query may have found nothing, for the user. */
export async function explainNothing(api: Api, { query, timerange, streams }: Selection) {
  if (query === '' || query === '*') return []
  const selected = { query, timerange, streams: [...streams] }
  const [{ explanations }, hints] = await Promise.all([
    api.call(validateQuery, { body: { query_string: query, streams: [...streams] } }),
    api.call(getQueryHints, { body: { ...selected, found_nothing: true } }),
  ])
  return [...explanations, ...hints.explanations]
}
