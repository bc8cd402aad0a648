import { ListQueryError, parseListQuery } from '@logyard/languages/list-query/parse-list-query'
import { LogyardError } from '../platform/errors.ts'
import type { PageOf, PageRequest } from '../platform/settings/settings-store.ts'

/** The fields that a list can be searched and sorted by. */
export interface ListOptions {
  /** Searched by `field:value`. */
  readonly fields: readonly string[]
  /** The field that words without a field name are searched in. */
  readonly defaultField: string
  /** The default sort field, also used if the requested one is not sortable. */
  readonly sort: string
  readonly sortable: readonly string[]
}

/** The query parameters of `pageQuery`. */
export interface PageParameters {
  readonly page?: number
  readonly per_page?: number
  readonly query?: string
  readonly sort?: string
  readonly order?: string
}

const DEFAULT_PER_PAGE = 50

const perPageNegative = (perPage: number) =>
  new LogyardError('invalid', 'page-size-negative', `per_page must be 0 or more, not ${perPage}`)

const listQueryRefused = (error: ListQueryError) =>
  new LogyardError('invalid', 'list-query-refused', error.message, { cause: error })

export function readPage(parameters: PageParameters, options: ListOptions): PageRequest {
  const perPage = parameters.per_page ?? DEFAULT_PER_PAGE
  if (perPage < 0) throw perPageNegative(perPage)
  const { sort = options.sort, order = 'asc' } = parameters
  return {
    query: readListQuery(parameters.query ?? '', options),
    sort: options.sortable.includes(sort) ? sort : options.sort,
    order: order.toLowerCase() === 'desc' ? 'desc' : 'asc',
    page: Math.max(parameters.page ?? 1, 1),
    perPage,
  }
}

function readListQuery(text: string, options: ListOptions) {
  try {
    return parseListQuery(text, options)
  } catch (error) {
    if (error instanceof ListQueryError) throw listQueryRefused(error)
    throw error
  }
}

/** The counts of a page; the rows go under the list's own key. */
export function pageAnswer<T>(request: PageRequest, found: PageOf<T>) {
  return { total: found.total, count: found.rows.length, page: request.page, per_page: request.perPage }
}
