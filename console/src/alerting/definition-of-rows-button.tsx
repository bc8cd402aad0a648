import { createEventDefinition } from '@logyard/contract/events/event-definitions'
import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useGo } from '../base/routes/location.ts'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'
import { type DefinitionIdea, newDefinitionLink } from './new-definition-link.ts'

/** Opens a new event definition whose events are the rows of a table. */
export function DefinitionOfRowsButton({ idea }: { readonly idea: () => DefinitionIdea }) {
  const t = useText()
  const go = useGo()
  if (!useMay()(createEventDefinition)) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconBell size={14} />}
      onClick={() => go(newDefinitionLink(idea()))}
    >
      {t('shell.makeAlert')}
    </Button>
  )
}
