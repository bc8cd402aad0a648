/** The actions that most rows have. */
import { IconEdit, IconTrash } from '@tabler/icons-react'
import type { RowAction } from './row-action.ts'

/** The address that the action leads to, or its function. */
type Target = Pick<RowAction, 'to'> | Pick<RowAction, 'onClick'>

export const editAction = (label: string, target: Target): RowAction => ({
  label,
  icon: <IconEdit size={15} />,
  isQuick: true,
  ...target,
})

export const deleteAction = (label: string, onClick: () => unknown): RowAction => ({
  label,
  icon: <IconTrash size={15} />,
  isDangerous: true,
  onClick,
})

/** The actions that the user may use: `allowed(may(updateRole, role) && editAction(...), ...)`. */
export const allowed = (...actions: readonly (RowAction | false)[]): readonly RowAction[] =>
  actions.filter((action) => action !== false)
