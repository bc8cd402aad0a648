/** The open page, the override and the values of parameters in the URL: a link shows the same, and Back returns to it. */
import { type ReadOptions, rangeFromUrl, rangeValues } from '../../../query/time-range/range-in-url.ts'
import { type DashboardDocument, filterFieldsOf } from '../../../view-document/dashboards/dashboard-document.ts'
import { noOverride, type Override } from '../../../view-document/dashboards/dashboard-search.ts'
import type { ParameterValues } from '../../../view-document/parameters/parameters.ts'
import { valuesFromAddress, withValues } from './values-in-address.ts'

export interface AddressedState {
  /** Absent: the first page. */
  readonly pageId: string | undefined
  readonly override: Override
  readonly values: ParameterValues
}

/** Parts of an address that have no meaning and are left out. */
export type AddressProblem = 'page' | 'range' | 'query' | 'filter'

interface ReadAddress extends AddressedState {
  readonly problems: readonly AddressProblem[]
}

const FILTER = 'filter.'
const MAX_QUERY = 10_000
const MAX_FILTER_VALUES = 50

export function readAddress(address: URLSearchParams, document: DashboardDocument, options: ReadOptions): ReadAddress {
  const problems = new Set<AddressProblem>()
  const page = address.get('page') ?? undefined
  const pageId = document.pages.find(({ id }) => id === page)?.id
  if (page !== undefined && pageId === undefined) problems.add('page')
  const timerange = address.has('rangetype') ? rangeFromUrl(address, options) : undefined
  if (address.has('rangetype') && timerange === undefined) problems.add('range')
  const asked = address.get('q') ?? ''
  if (asked.length > MAX_QUERY) problems.add('query')
  const filters: Record<string, string[]> = {}
  const fields = filterFieldsOf(document)
  for (const [name, value] of address) {
    if (!name.startsWith(FILTER)) continue
    const field = name.slice(FILTER.length)
    const values = filters[field] ?? []
    if (!fields.includes(field) || values.length >= MAX_FILTER_VALUES || value.length > MAX_QUERY)
      problems.add('filter')
    else filters[field] = [...values, value]
  }
  const text = asked.length > MAX_QUERY ? '' : asked
  return {
    pageId,
    override: { ...noOverride, ...(timerange === undefined ? {} : { timerange }), text, filters },
    values: valuesFromAddress(address),
    problems: [...problems],
  }
}

/** The link to a dashboard as it is shown. */
export function withAddress(link: string, { pageId, override, values }: AddressedState): string {
  const { timerange, text, filters } = override
  const query = new URLSearchParams(pageId === undefined ? {} : { page: pageId })
  if (timerange !== undefined) {
    query.set('rangetype', timerange.type)
    for (const [name, value] of Object.entries(rangeValues(timerange))) query.set(name, value)
  }
  if (text !== '') query.set('q', text)
  for (const [field, chosen] of Object.entries(filters)) {
    for (const value of chosen) query.append(`${FILTER}${field}`, value)
  }
  return withValues(query.size === 0 ? link : `${link}?${query}`, values)
}
