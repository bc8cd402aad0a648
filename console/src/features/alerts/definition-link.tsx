import { updateEventDefinition } from '@logyard/contract/events/event-definitions'
import { Text } from '@mantine/core'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'

interface DefinitionLinkProps {
  readonly id: string
  /** Absent if the definition was deleted. */
  readonly title: string | undefined
}

/** An event definition: a link for those who may edit it, else its title; the id of a deleted one. */
export function DefinitionLink({ id, title }: DefinitionLinkProps) {
  const may = useMay()
  if (title === undefined) {
    return (
      <Text span inherit fs="italic" c="dimmed" translate="no">
        {id}
      </Text>
    )
  }
  if (!may(updateEventDefinition, { id })) {
    return <span translate="no">{title}</span>
  }
  return (
    <AppLink to={routes.alerts.definitionEdit(id)} translate="no">
      {title}
    </AppLink>
  )
}
