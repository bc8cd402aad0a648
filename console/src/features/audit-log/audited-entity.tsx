import { AppLink } from '../../base/routes/app-link.tsx'
import { useIsBuilt } from '../../base/routes/built-routes.ts'
import { auditedEntityLink } from './audited-entity-link.ts'

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
