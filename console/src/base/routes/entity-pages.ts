/** The pages of objects, by their kind. */
import { parseGrn } from '@logyard/contract/identity/shares'
import { routes } from './routes.ts'

/** The names are those of the audit log. Kinds without a page are absent. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  stream: routes.streamSearch,
  dashboard: routes.dashboard,
  search: routes.savedSearch,
  'event-definition': routes.alerts.definition,
  'event-notification': routes.alerts.notification,
  'index-set': routes.indices.set,
  pipeline: routes.pipelines.show,
  'pipeline-rule': routes.pipelines.rule,
  'lookup-table': routes.lookup.table,
  'lookup-cache': routes.lookup.cache,
  'data-adapter': routes.lookup.dataAdapter,
  content_pack: routes.contentPacks.show,
  'sidecar-collector': routes.sidecars.collectorEdit,
  'sidecar-configuration': routes.sidecars.configurationEdit,
  sidecar: routes.sidecars.status,
  user: routes.users.show,
  'auth-service': routes.authentication.show,
  'oidc-provider': routes.authentication.editProvider,
}

/** The names that shares have for a kind, where they differ. */
const NAMES_OF_SHARES: Readonly<Record<string, string>> = {
  event_definition: 'event-definition',
  notification: 'event-notification',
}

/** The link to an object's page. */
export const entityPage = (kind: string, id: string): string | undefined =>
  Object.hasOwn(PAGES, kind) ? PAGES[kind]?.(id) : undefined

export function sharedEntityPage(grn: string): string | undefined {
  const entity = parseGrn(grn)
  return entity && entityPage(NAMES_OF_SHARES[entity.type] ?? entity.type, entity.id)
}
