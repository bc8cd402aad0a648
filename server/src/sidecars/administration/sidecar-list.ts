/** How sidecars are searched, filtered and paged. */
import type { AdministrationRequest, SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import { SIDECAR_STATUS } from '@logyard/contract/sidecars/sidecars'
import type { ListQuery, ListQueryValue } from '@logyard/languages/list-query/list-query'
import { pageOfList } from '../../http/page-of-list.ts'
import { type PageParameters, readPage } from '../../http/pagination.ts'
import type { PageOf, PageRequest } from '../../platform/settings/settings-store.ts'
import type { StoredCollector } from '../collectors/collector-store.ts'
import type { StoredConfiguration } from '../configurations/configuration-store.ts'
import { filterRefused } from '../sidecar-errors.ts'

const STATUS_FIELD = 'node_details.status.status'
const OS_FIELD = 'node_details.operating_system'

const LIST = {
  fields: ['id', 'node_id', 'name', 'sidecar_version', 'last_seen', 'operating_system', 'status'],
  defaultField: 'name',
  sort: 'node_name',
  // Ids grow with time: in their order, the sidecar that registered last is the last.
  sortable: ['id', 'node_name', STATUS_FIELD, OS_FIELD, 'last_seen', 'node_id', 'sidecar_version'],
}

export const DEFAULT_SORT = LIST.sort

/** A listed sidecar with the id of its registration, which clients search by and do not see. */
export interface ListedSidecar {
  readonly id: string
  readonly summary: SidecarSummary
}

/** The words of a status are read where the query names the field, in upper or lower case. */
export function readSidecarPage(parameters: PageParameters): PageRequest {
  const query = (parameters.query ?? '').replaceAll(STATUS_WORD, (_, start: string, word: string) => {
    return start + String(SIDECAR_STATUS[word.toLowerCase() as keyof typeof SIDECAR_STATUS])
  })
  const request = readPage({ ...parameters, query }, LIST)
  return { ...request, query: withTypedValues(request.query) }
}

const STATUS_WORD = /(\bstatus:)(running|unknown|failing|stopped)\b/gi

const argumentRefused = (text: string, wanted: string) =>
  filterRefused(`Invalid argument in search query: "${text.slice(0, 200)}" is not ${wanted}`)

function withTypedValues(query: ListQuery): ListQuery {
  return {
    chunks: query.chunks.map((chunk) => {
      if (chunk.field === 'status') return { ...chunk, values: chunk.values.map(statusValue) }
      return chunk.field === 'last_seen' ? { ...chunk, values: chunk.values.map(dateValue) } : chunk
    }),
  }
}

function statusValue(value: ListQueryValue): ListQueryValue {
  if (!/^-?\d+$/.test(value.text)) throw argumentRefused(value.text, 'a number')
  return value.operator === 'contains' ? { ...value, operator: 'equals' } : value
}

/** Stored instants are compared as text, so the instant of the query is written in the same form. */
function dateValue(value: ListQueryValue): ListQueryValue {
  const normalized = value.text.replace(/^(\d{4}-\d\d-\d\d) (\d)/, '$1T$2')
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(normalized)
  const ms = Date.parse(
    normalized.length > 10 && !/(Z|[+-]\d\d:?\d\d)$/.test(normalized) ? `${normalized}Z` : normalized,
  )
  if (!isDate || Number.isNaN(ms)) throw argumentRefused(value.text, 'a date')
  return { ...value, text: new Date(ms).toISOString() }
}

export function pageOfSidecars(list: readonly ListedSidecar[], request: PageRequest): PageOf<ListedSidecar> {
  return pageOfList(list, request, ({ id, summary }) => ({
    id,
    node_id: summary.node_id,
    name: summary.node_name,
    node_name: summary.node_name,
    sidecar_version: summary.sidecar_version,
    last_seen: summary.last_seen,
    operating_system: summary.node_details.operating_system,
    [OS_FIELD]: summary.node_details.operating_system,
    status: statusOf(summary),
    [STATUS_FIELD]: statusOf(summary),
  }))
}

/** A sidecar that reports no status counts as unknown. */
const statusOf = ({ node_details }: SidecarSummary): number => node_details.status?.status ?? SIDECAR_STATUS.unknown

export interface FilterContext {
  readonly collectors: readonly StoredCollector[]
  readonly configurations: readonly StoredConfiguration[]
}

type Filters = NonNullable<AdministrationRequest['filters']>

/** Sets the compatible collectors of each sidecar; with a filter, drops those that are left without one. */
export function filteredSidecars(
  list: readonly ListedSidecar[],
  filters: Filters,
  { collectors, configurations }: FilterContext,
): readonly ListedSidecar[] {
  const { os, status } = filters
  const hasFilters = Object.values(filters).some((value) => value !== undefined)
  const allowed = allowedCollectors(filters, collectors, configurations)
  const wantedStatus = status === undefined ? undefined : readStatus(status)
  return list.flatMap(({ id, summary }) => {
    const system = summary.node_details.operating_system.toLowerCase()
    if (os !== undefined && system !== os.toLowerCase()) return []
    if (wantedStatus !== undefined && !hasStatus(summary, wantedStatus)) return []
    if (filters.configuration !== undefined && !isAssigned(summary, filters.configuration)) return []
    const compatible = allowed.filter((collector) => collector.node_operating_system === system)
    if (hasFilters && compatible.length === 0) return []
    return [{ id, summary: { ...summary, collectors: compatible.map((collector) => collector.id) } }]
  })
}

function allowedCollectors(
  filters: Filters,
  collectors: readonly StoredCollector[],
  configurations: readonly StoredConfiguration[],
): readonly StoredCollector[] {
  let allowed = collectors
  if (filters.collector !== undefined) {
    allowed = allowed.filter(({ id }) => id === filters.collector)
    if (allowed.length === 0) throw filterRefused(`There is no collector with the id "${filters.collector}"`)
  }
  if (filters.configuration === undefined) return allowed
  const configuration = configurations.find(({ id }) => id === filters.configuration)
  if (configuration === undefined) {
    throw filterRefused(`There is no configuration with the id "${filters.configuration}"`)
  }
  return allowed.filter(({ id }) => id === configuration.collector_id)
}

function readStatus(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text)) throw filterRefused(`"${text}" is not the number of a status`)
  return Number(text)
}

/** Without any status a sidecar counts as unknown. */
function hasStatus({ node_details }: SidecarSummary, wanted: number): boolean {
  const { status } = node_details
  if (status == null) return wanted === SIDECAR_STATUS.unknown
  return status.collectors.some((collector) => (collector.status ?? SIDECAR_STATUS.running) === wanted)
}

const isAssigned = ({ assignments, assigned_by_tags }: SidecarSummary, configurationId: string) =>
  [...assignments, ...assigned_by_tags].some(({ configuration_id }) => configuration_id === configurationId)
