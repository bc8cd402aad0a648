import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import type { RowAction } from './row-action.ts'

// Loaded after the list is shown, which has the button from the start.
export const RowMenu = deferred(() => import('./row-menu.tsx').then((module) => module.RowMenu))

/** All actions on a row, in one menu at its end. */
export function RowActionsMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  if (actions.length === 0) return null
  const opener = (early: { onClick?: () => void }) => (
    <ActionIcon size={24} data-row-menu aria-label={t('ui.list.actionsFor', { name })} {...early}>
      <IconDots size={16} />
    </ActionIcon>
  )
  return (
    <RowMenu
      actions={actions}
      isOpen={isOpen}
      onChange={setIsOpen}
      fallback={opener({ onClick: () => setIsOpen(true) })}
    >
      {opener({})}
    </RowMenu>
  )
}
