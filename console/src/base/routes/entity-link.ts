import { parseGrn } from '@logyard/contract/identity/shares'
import type { RouteSpec } from './route.ts'
import { routes } from './routes.ts'

/** The link to a shared entity; some kinds have no page. */
export function entityLinkOf(entityGrn: string): { readonly route: RouteSpec; readonly link: string } | undefined {
  const entity = parseGrn(entityGrn)
  if (entity === undefined) return undefined
  const { type, id } = entity
  switch (type) {
    case 'stream':
      return { route: routes.streamSearch, link: routes.streamSearch(id) }
    case 'dashboard':
      return { route: routes.dashboard, link: routes.dashboard(id) }
    case 'search':
      return { route: routes.savedSearch, link: routes.savedSearch(id) }
    case 'event_definition':
      return { route: routes.alerts.definition, link: routes.alerts.definition(id) }
    case 'notification':
      return { route: routes.alerts.notification, link: routes.alerts.notification(id) }
    default:
      return undefined
  }
}
