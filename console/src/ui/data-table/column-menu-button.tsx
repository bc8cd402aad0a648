import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { deferred } from '../../base/deferred/deferred.tsx'
import { useText } from '../../base/text/text.tsx'
import classes from './data-table.module.css'
import type { OptionalColumns } from './use-column-choices.ts'

// The menu is loaded after the list is shown; the button is there from the start.
export const ColumnMenu = deferred(() => import('./column-menu.tsx').then((module) => module.ColumnMenu))

/** The button at the end of the headings, whose menu chooses the columns. */
export function ColumnMenuButton({ columns }: { columns: OptionalColumns }) {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  if (columns.optional.length === 0) return null
  const opener = (early: { onClick?: () => void }) => (
    <ActionIcon
      color={columns.isChanged ? 'spruce' : 'gray'}
      size={24}
      className={classes['columnMenu'] ?? ''}
      aria-label={t('ui.list.columns')}
      {...early}
    >
      <IconColumns3 size={15} />
    </ActionIcon>
  )
  return (
    <ColumnMenu
      columns={columns}
      isOpen={isOpen}
      onChange={setIsOpen}
      fallback={opener({ onClick: () => setIsOpen(true) })}
    >
      {opener({})}
    </ColumnMenu>
  )
}
