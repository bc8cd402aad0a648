import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { useText } from '../../base/text/text.tsx'

export interface RowAction {
  readonly label: string
  readonly icon?: ReactNode
  /** A link of the route table, or an action. */
  readonly to?: string
  readonly onClick?: () => unknown
  readonly isDangerous?: boolean
  /** Why it is shown but disabled. The caller omits actions that the user lacks permission for. */
  readonly disabledBecause?: string | undefined
}

/** All actions on a row, in one menu at its end. */
export function RowActionsMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const t = useText()
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('ui.list.actionsFor', { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map((action) => (
          <RowActionItem key={action.label} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** One action, for a menu with further entries. */
export function RowActionItem({ action }: { action: RowAction }) {
  return action.to !== undefined && action.disabledBecause === undefined ? (
    <LinkItem action={action} to={action.to} />
  ) : (
    <ButtonItem action={action} />
  )
}

function LinkItem({ action, to }: { action: RowAction; to: string }) {
  return (
    <Menu.Item component="a" {...useLinkProps(to)} leftSection={action.icon}>
      {action.label}
    </Menu.Item>
  )
}

function ButtonItem({ action }: { action: RowAction }) {
  const isDisabled = action.disabledBecause !== undefined
  const item = (
    <Menu.Item
      leftSection={action.icon}
      {...(action.isDangerous ? { color: 'red' } : {})}
      aria-disabled={isDisabled}
      {...(isDisabled ? { 'data-disabled': true } : {})}
      closeMenuOnClick={!isDisabled}
      onClick={() => (isDisabled ? undefined : action.onClick?.())}
    >
      {action.label}
    </Menu.Item>
  )
  return isDisabled ? <Tooltip label={action.disabledBecause}>{item}</Tooltip> : item
}
