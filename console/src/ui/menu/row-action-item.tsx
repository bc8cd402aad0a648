import { Menu } from '@mantine/core'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'
import type { RowAction } from './row-action.ts'

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
