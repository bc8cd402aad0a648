import { AppLink } from '../../base/routes/app-link.tsx'
import { useIsBuilt } from '../../base/routes/built-routes.ts'
import type { RouteSpec } from '../../base/routes/route.ts'
import { routes } from '../../base/routes/routes.ts'

interface AuditedEntityProps {
  readonly type: string
  readonly id: string
  readonly title: string
  /** The verb of the event: a deleted entity has no link. */
  readonly verb: string
}

/** An entity by its title, or else its id, as a link to its page if it has one. */
export function AuditedEntity({ type, id, title, verb }: AuditedEntityProps) {
  const isBuilt = useIsBuilt()
  const target = auditedEntityLink(type, id, verb)
  // A list on a small screen leaves an empty cell out.
  if (id === '' && title === '') return null
  const name = (
    <span translate="no" title={id}>
      {title === '' ? id : title}
    </span>
  )
  return target !== undefined && isBuilt(target.route) ? <AppLink to={target.link}>{name}</AppLink> : name
}

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
function auditedEntityLink(type: string, id: string, verb: string): EntityLink | undefined {
  if (id === '' || verb === 'delete' || !Object.hasOwn(LINKS, type)) return undefined
  return LINKS[type]?.(id)
}
