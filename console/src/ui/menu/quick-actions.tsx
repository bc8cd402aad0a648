import { ActionIcon } from '@mantine/core'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { useText } from '../../base/text/text.tsx'
import { Tooltip } from '../tooltip/tooltip.tsx'
import type { RowAction } from './row-action.ts'

/** The most used actions on a row as icons. The menu beside them has all actions. */
export function QuickActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const quick = actions.filter(({ isQuick, disabledBecause }) => isQuick === true && disabledBecause === undefined)
  return quick.map((action) => <QuickAction key={action.label} name={name} action={action} />)
}

function QuickAction({ name, action }: { name: string; action: RowAction }) {
  const t = useText()
  const label = t('ui.list.actionOn', { action: action.label, name })
  return (
    <Tooltip label={action.label}>
      {action.to === undefined ? (
        <ActionIcon size={24} aria-label={label} onClick={() => action.onClick?.()}>
          {action.icon}
        </ActionIcon>
      ) : (
        <LinkIcon to={action.to} label={label} action={action} />
      )}
    </Tooltip>
  )
}

function LinkIcon({ to, label, action, ...tooltip }: { to: string; label: string; action: RowAction }) {
  return (
    <ActionIcon size={24} {...tooltip} component="a" {...useLinkProps(to)} aria-label={label}>
      {action.icon}
    </ActionIcon>
  )
}
