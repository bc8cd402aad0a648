import type { UserOverview } from '@logyard/contract/identity/users'
import { IconEdit, IconKey, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { routes } from '../../../base/routes/routes.ts'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { useDeleteUser, useSetUserStatus } from '../user-actions.ts'
import { mayCreateTokens, mayDelete, mayEdit, mayListTokens } from '../user-permissions.ts'

/** The actions on a stored user; `onDeleted` resets the list to its first page. */
export function useUserRowActions(onDeleted: () => void): (user: UserOverview) => readonly RowAction[] {
  const t = useText()
  const rich = useRichText()
  const may = useMay()
  const confirm = useConfirm()
  const self = useCurrentUser()
  const remove = useDeleteUser()
  const setStatus = useSetUserStatus()

  async function askAndDelete(user: UserOverview) {
    const confirmed = await confirm({
      title: t('users.delete.title'),
      text: rich('users.delete.text', { name: <DataName>{user.full_name}</DataName> }),
      confirmLabel: t('users.delete.confirm'),
      isDangerous: true,
    })
    if (confirmed) remove.mutate(user, { onSuccess: onDeleted })
  }

  /** Asks for confirmation only if users would disable their own account. */
  async function disable(user: UserOverview) {
    const isSelf = user.id === self.id
    const confirmed =
      !isSelf ||
      (await confirm({
        title: t('users.disableSelf.title'),
        text: t('users.disableSelf.text'),
        confirmLabel: t('users.disableSelf.confirm'),
        isDangerous: true,
      }))
    if (confirmed) setStatus.mutate({ id: user.id, status: 'disabled' })
  }

  const statusAction = (user: UserOverview): RowAction =>
    user.account_status === 'enabled'
      ? { label: t('users.disable'), icon: <IconUserOff size={15} />, onClick: () => disable(user) }
      : {
          label: t('users.enable'),
          icon: <IconUserCheck size={15} />,
          onClick: () => setStatus.mutate({ id: user.id, status: 'enabled' }),
        }

  return (user) => {
    const isEditable = mayEdit(may, user.username)
    const hasTokens = isEditable && (mayListTokens(may, user.username) || mayCreateTokens(may, user.username))
    const hasStatus = isEditable && user.read_only !== true
    return [
      ...(isEditable
        ? [{ label: t('users.edit'), icon: <IconEdit size={15} />, to: routes.users.edit(user.id), isQuick: true }]
        : []),
      ...(hasTokens
        ? [{ label: t('users.editTokens'), icon: <IconKey size={15} />, to: routes.users.tokens(user.id) }]
        : []),
      ...(hasStatus ? [statusAction(user)] : []),
      ...(mayDelete(may)
        ? [
            {
              label: t('users.delete'),
              icon: <IconTrash size={15} />,
              isDangerous: true,
              onClick: () => askAndDelete(user),
            },
          ]
        : []),
    ]
  }
}
