import type { RouteSpec } from '../../base/routes/route.ts'
import { routes } from '../../base/routes/routes.ts'

interface EntityLink {
  readonly route: RouteSpec
  readonly link: string
}

const LINKS: Readonly<Record<string, (id: string) => EntityLink>> = {
  stream: (id) => ({ route: routes.streamSearch, link: routes.streamSearch(id) }),
  user: (id) => ({ route: routes.users.show, link: routes.users.show(id) }),
  'event-definition': (id) => ({ route: routes.alerts.definition, link: routes.alerts.definition(id) }),
  'event-notification': (id) => ({ route: routes.alerts.notification, link: routes.alerts.notification(id) }),
  'index-set': (id) => ({ route: routes.indices.set, link: routes.indices.set(id) }),
  'auth-service': (id) => ({ route: routes.authentication.show, link: routes.authentication.show(id) }),
}

/** The page of an entity; undefined for kinds without one, and for deleted entities. */
export function auditedEntityLink(type: string, id: string, verb: string): EntityLink | undefined {
  if (id === '' || verb === 'delete' || !Object.hasOwn(LINKS, type)) return undefined
  return LINKS[type]?.(id)
}
