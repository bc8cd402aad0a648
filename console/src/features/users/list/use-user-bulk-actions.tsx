import { deleteUserById, setUserStatus, type UserOverview } from '@logyard/contract/identity/users'
import { Text } from '@mantine/core'
import { useCall } from '../../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import { changeEach, useBulkAction } from '../../../ui/data-table/use-bulk-action.tsx'
import { mayDelete } from '../user-permissions.ts'
import { USERS_KEY } from '../user-queries.ts'

/** The bulk actions on users; each confirmation lists all affected users. */
export function useUserBulkActions(): readonly BulkAction<UserOverview>[] {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const self = useCurrentUser()
  const bulk = useBulkAction<UserOverview>({
    listed: ({ id, full_name, username }) => ({
      id,
      name: full_name,
      entry: (
        <>
          <DataName>{full_name}</DataName> <span translate="no">({username})</span>
        </>
      ),
    }),
    skipped: 'users.bulk.leftOut',
    changes: USERS_KEY,
  })
  const warning = (users: readonly UserOverview[]) =>
    users.some(({ id }) => id === self.id) && (
      <Text size="sm" c="red" fw={550}>
        {t('users.bulk.includesSelf')}
      </Text>
    )
  const setStatus = (kind: 'enable' | 'disable') => {
    const status = `${kind}d` as const
    return bulk({
      label: t(`users.${kind}`),
      texts: `users.bulk.${kind}`,
      ...(kind === 'disable' && { isWarned: true, warning }),
      isSkipped: ({ account_status }) => account_status === status,
      run: (users) => changeEach(users, ({ id: userId }) => call(setUserStatus, { params: { userId, status } })),
    })
  }
  if (!mayDelete(may)) return []
  return [
    setStatus('enable'),
    setStatus('disable'),
    bulk({
      label: t('users.delete'),
      isDangerous: true,
      texts: 'users.bulk.delete',
      warning,
      isSkipped: () => false,
      run: (users) => changeEach(users, ({ id: userId }) => call(deleteUserById, { params: { userId } })),
    }),
  ]
}
