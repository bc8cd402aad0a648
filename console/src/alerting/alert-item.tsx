import { createEventDefinition } from '@logyard/contract/events/event-definitions'
import { Menu } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useGo } from '../base/routes/location.ts'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'
import { type DefinitionIdea, newDefinitionLink } from './new-definition-link.ts'

/** An entry of a menu: opens a new event definition about what the menu is about. */
export function AlertItem({ idea }: { idea: () => DefinitionIdea }) {
  const t = useText()
  const go = useGo()
  if (!useMay()(createEventDefinition)) return null
  return (
    <Menu.Item leftSection={<IconBell size={15} />} onClick={() => go(newDefinitionLink(idea()))}>
      {t('shell.makeAlert')}
    </Menu.Item>
  )
}
