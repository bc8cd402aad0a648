import { type AuditFilters, listAuditEntries, listAuditEvents } from '@logyard/contract/audit/audit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { callQuery } from '../../api/call-query.ts'
import type { ListPosition } from '../../ui/data-table/list-state.ts'
import { type Now, periodOf } from './audit-period.ts'

const AUDIT_KEY = ['audit'] as const

/** The filters in the URL. */
export const FILTERS = [
  'user',
  'event',
  'outcome',
  'entity_type',
  'entity_id',
  'address',
  'since',
  'from_day',
  'to_day',
] as const
const TEXT_FILTERS = ['user', 'event', 'entity_type', 'entity_id', 'address'] as const

/** The filters that the choices of the list mean for the server. */
const OUTCOMES_OF = { done: 'done', refused: 'refused,failed', unknown: 'started,interrupted' }
export type OutcomeChoice = keyof typeof OUTCOMES_OF
export const OUTCOME_CHOICES: readonly OutcomeChoice[] = ['done', 'refused', 'unknown']
const isOutcomeChoice = (text: string): text is OutcomeChoice => Object.hasOwn(OUTCOMES_OF, text)

/** The filters of the list, in the form of the API. */
export function filterOf({ query, filters }: Pick<ListPosition, 'query' | 'filters'>, now: Now): AuditFilters {
  const { outcome } = filters
  const texts = TEXT_FILTERS.flatMap((name) => (filters[name] === undefined ? [] : [[name, filters[name]]]))
  return {
    ...Object.fromEntries(texts),
    ...(query === '' ? {} : { query }),
    ...(outcome === undefined || !isOutcomeChoice(outcome) ? {} : { outcome: OUTCOMES_OF[outcome] }),
    ...periodOf(filters, now),
  }
}

/** `before` is undefined for the newest entries. */
export const auditEntriesQuery = (call: Call, now: () => Now, list: ListPosition, before: number | undefined) =>
  queryOptions({
    queryKey: [...AUDIT_KEY, 'entries', list.perPage, list.query, list.filters, before],
    async queryFn({ signal }) {
      const position = { limit: list.perPage, ...(before === undefined ? {} : { before }) }
      const { entries, next, total } = await call(listAuditEntries, {
        query: { ...filterOf(list, now()), ...position },
        signal,
      })
      // Entries have no page numbers: the list shows what there is, and its own links to older ones.
      return { rows: entries, total: entries.length, next, totalEntries: total }
    },
    placeholderData: keepPreviousData,
  })

export const auditEventsQuery = (call: Call) => ({
  ...callQuery(call, [...AUDIT_KEY, 'events'], listAuditEvents),
  staleTime: Number.POSITIVE_INFINITY,
})
