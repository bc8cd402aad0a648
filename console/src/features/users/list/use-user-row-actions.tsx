import type { UserOverview } from '@logyard/contract/identity/users'
import { IconKey, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useDeleteUser, useDisableSelf, useSetUserStatus } from '../user-actions.ts'
import { mayCreateTokens, mayDelete, mayEdit, mayListTokens } from '../user-permissions.ts'

/** The actions on a stored user; `onDeleted` resets the list to its first page. */
export function useUserRowActions(onDeleted: () => void): (user: UserOverview) => readonly RowAction[] {
  const t = useText()
  const may = useMay()
  const self = useCurrentUser()
  const remove = useDeleteUser()
  const enable = useSetUserStatus('enabled')
  const disable = useSetUserStatus('disabled')
  const disableSelf = useDisableSelf()

  const statusAction = ({ id, account_status }: UserOverview): RowAction =>
    account_status === 'enabled'
      ? {
          label: t('users.disable'),
          icon: <IconUserOff size={15} />,
          onClick: () => (id === self.id ? disableSelf(id) : disable.mutate(id)),
        }
      : { label: t('users.enable'), icon: <IconUserCheck size={15} />, onClick: () => enable.mutate(id) }

  return (user) => {
    const { id, username } = user
    const isEditable = mayEdit(may, username)
    const hasTokens = isEditable && (mayListTokens(may, username) || mayCreateTokens(may, username))
    const tokens = { label: t('users.editTokens'), icon: <IconKey size={15} />, to: routes.users.tokens(id) }
    const onDelete = async () => {
      if (await remove(user)) onDeleted()
    }
    return allowed(
      isEditable && editAction(t('users.edit'), { to: routes.users.edit(id) }),
      hasTokens && tokens,
      isEditable && user.read_only !== true && statusAction(user),
      mayDelete(may) && deleteAction(t('users.delete'), onDelete),
    )
  }
}
