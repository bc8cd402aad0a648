import { EntityLink } from '../../base/routes/entity-link.tsx'
import { entityPage } from '../../base/routes/entity-pages.ts'

interface AuditedEntityProps {
  readonly type: string
  readonly id: string
  readonly title: string
  /** The verb of the event: a deleted entity has no link. */
  readonly verb: string
}

/** An entity by its title, or else its id, as a link to its page if it has one. */
export function AuditedEntity({ type, id, title, verb }: AuditedEntityProps) {
  // A list on a small screen leaves an empty cell out.
  if (id === '' && title === '') return null
  return (
    <EntityLink page={id === '' || verb === 'delete' ? undefined : entityPage(type, id)}>
      <span translate="no" title={id}>
        {title === '' ? id : title}
      </span>
    </EntityLink>
  )
}
