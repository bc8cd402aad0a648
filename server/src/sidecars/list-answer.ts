import type { PageParameters } from '../http/pagination.ts'
import type { PageOf, PageRequest } from '../platform/settings/settings-store.ts'

/** The facts of a list about sidecars: its page, and the query as it was sent. */
export function listAnswer<T>(parameters: PageParameters, request: PageRequest, found: PageOf<T>, sort: string) {
  const count = found.rows.length
  return {
    query: parameters.query ?? '',
    pagination: {
      total: found.total,
      count,
      page: request.page,
      per_page: request.perPage === 0 ? count : request.perPage,
    },
    total: found.grandTotal,
    sort: parameters.sort ?? sort,
    order: parameters.order ?? 'asc',
  }
}
