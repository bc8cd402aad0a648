/** Sidecars as administrators see them. */
import type { AdministrationRequest, SidecarList, SidecarSummary } from '@logyard/contract/sidecars/sidecars'
import type { PageParameters } from '../../http/pagination.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AssignedConfigurations, Assignments } from '../assignments/assignments.ts'
import type { CollectorKind } from '../collectors/collector-kind.ts'
import type { ConfigurationKind } from '../configurations/configuration-kind.ts'
import { listAnswer } from '../list-answer.ts'
import type { StoredRegistration } from '../registrations/registration-store.ts'
import type { Registrations } from '../registrations/registrations.ts'
import { sidecarNotFound } from '../sidecar-errors.ts'
import type { SidecarSettingsReader } from '../sidecar-settings.ts'
import { DEFAULT_SORT, filteredSidecars, type ListedSidecar, pageOfSidecars, readSidecarPage } from './sidecar-list.ts'

export interface SidecarServiceDeps {
  readonly registrations: Registrations
  readonly assignments: Assignments
  readonly collectors: Pick<CollectorKind, 'list'>
  readonly configurations: Pick<ConfigurationKind, 'list' | 'get'>
  readonly sidecarSettings: SidecarSettingsReader
  readonly clock: Clock
}

export type SidecarService = ReturnType<typeof createSidecarService>

export function createSidecarService(deps: SidecarServiceDeps) {
  const { registrations, assignments, collectors, configurations, sidecarSettings, clock } = deps

  /** Shows sidecars as they are at this instant. */
  async function shower(): Promise<(sidecar: StoredRegistration) => ListedSidecar> {
    const { inactiveMs } = await sidecarSettings.read()
    const assigned = await assignments.reader()
    const activeSince = new Date(clock.now().getTime() - inactiveMs).toISOString()
    return (sidecar) => ({ id: sidecar.id, summary: summaryOf(sidecar, assigned(sidecar), activeSince) })
  }

  const listAll = async () => registrations.list().map(await shower())

  return {
    async get(nodeId: string): Promise<SidecarSummary> {
      const sidecar = registrations.find(nodeId)
      if (sidecar === undefined) throw sidecarNotFound(nodeId)
      return (await shower())(sidecar).summary
    },
    async list(parameters: PageParameters & { readonly only_active?: boolean }): Promise<SidecarList> {
      const request = readSidecarPage(parameters)
      const all = await listAll()
      const only_active = parameters.only_active ?? false
      const found = pageOfSidecars(only_active ? all.filter(({ summary }) => summary.active) : all, request)
      const counts = listAnswer(parameters, request, { ...found, grandTotal: all.length }, DEFAULT_SORT)
      return { ...counts, only_active, sidecars: found.rows.map(({ summary }) => summary), filters: null }
    },
    async listAll(): Promise<SidecarList> {
      const sidecars = (await listAll()).map(({ summary }) => summary)
      const { length } = sidecars
      const pagination = { total: length, count: length, page: 1, per_page: length }
      return {
        query: '',
        pagination,
        total: length,
        only_active: false,
        sort: null,
        order: null,
        sidecars,
        filters: null,
      }
    },
    async administrate(wanted: AdministrationRequest): Promise<SidecarList> {
      const { page, per_page } = wanted
      const parameters = { query: wanted.query ?? '', page: page || 1, per_page: per_page || DEFAULT_PER_PAGE }
      const request = readSidecarPage(parameters)
      const filters = wanted.filters ?? {}
      const all = await listAll()
      const context = { collectors: await collectors.list(), configurations: await configurations.list() }
      const found = pageOfSidecars(filteredSidecars(all, filters, context), request)
      const counts = listAnswer(parameters, request, { ...found, grandTotal: all.length }, DEFAULT_SORT)
      return {
        ...counts,
        only_active: false,
        sidecars: found.rows.map(({ summary }) => summary),
        filters: { ...filters },
      }
    },
    /** The ids of the registrations to which the configuration is assigned. */
    async idsWith(configurationId: string): Promise<readonly string[]> {
      const { id } = await configurations.get(configurationId)
      const all = await listAll()
      return all.filter(({ summary }) => hasConfiguration(summary, id)).map((sidecar) => sidecar.id)
    },
    requireAll(nodeIds: Iterable<string>): void {
      for (const nodeId of nodeIds) if (registrations.find(nodeId) === undefined) throw sidecarNotFound(nodeId)
    },
  }
}

const DEFAULT_PER_PAGE = 50

const hasConfiguration = ({ assignments, assigned_by_tags }: SidecarSummary, id: string) =>
  [...assignments, ...assigned_by_tags].some(({ configuration_id }) => configuration_id === id)

function summaryOf(
  sidecar: StoredRegistration,
  { assignments, tags, byTags }: AssignedConfigurations,
  activeSince: string,
): SidecarSummary {
  const { node_id, node_name, node_details, last_seen, sidecar_version } = sidecar
  const { operating_system, ip = null, metrics = null, log_file_list = null, status = null } = node_details
  return {
    ...{ node_id, node_name, last_seen, sidecar_version },
    node_details: { operating_system, ip, metrics, log_file_list, status },
    assignments: [...(assignments ?? [])],
    collectors: null,
    active: last_seen > activeSince,
    tags: [...tags],
    assigned_by_tags: [...byTags],
  }
}
