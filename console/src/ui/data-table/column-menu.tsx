import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { OptionalColumns } from './use-column-choices.ts'

interface ColumnMenuProps {
  readonly columns: OptionalColumns
  readonly isOpen: boolean
  readonly onChange: (isOpen: boolean) => void
  /** The button that opens it. */
  readonly children: ReactElement
}

export function ColumnMenu({ columns, isOpen, onChange, children }: ColumnMenuProps) {
  const t = useText()
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={onChange}>
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {columns.optional.map(({ id, header }) => (
          <Menu.CheckboxItem key={id} checked={columns.isShown(id)} onChange={(isShown) => columns.show(id, isShown)}>
            {header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item disabled={!columns.isChanged} onClick={columns.reset}>
          {t('ui.list.columns.reset')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
