import { deleteUserById, setUserStatus, type UserOverview } from '@logyard/contract/identity/users'
import { List, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { statusText } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { useConfirm } from '../../../ui/confirm/confirm.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import type { BulkAction } from '../../../ui/data-table/data-table-props.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { mayDelete } from '../user-permissions.ts'
import { USERS_KEY } from '../user-queries.ts'

type Kind = 'enable' | 'disable' | 'delete'

/** Users that the action would not change. */
const isSkipped = (kind: Kind, user: UserOverview) =>
  kind !== 'delete' && user.account_status === (kind === 'enable' ? 'enabled' : 'disabled')

/** The bulk actions on users; each confirmation lists all affected users. */
export function useUserBulkActions(): readonly BulkAction<UserOverview>[] {
  const t = useText()
  const may = useMay()
  const call = useCall()
  const confirm = useConfirm()
  const notify = useNotify()
  const client = useQueryClient()
  const self = useCurrentUser()

  const change = (kind: Kind, userId: string) =>
    kind === 'delete'
      ? call(deleteUserById, { params: { userId } })
      : call(setUserStatus, { params: { userId, status: kind === 'enable' ? 'enabled' : 'disabled' } })

  async function run(kind: Kind, users: readonly UserOverview[]): Promise<boolean> {
    const changed = users.filter((user) => !isSkipped(kind, user))
    const skipped = users.filter((user) => isSkipped(kind, user))
    if (changed.length === 0) {
      notify.info(t(`users.bulk.${kind}.nothing`))
      return false
    }
    const confirmed = await confirm({
      title: t(`users.bulk.${kind}.title`, { count: changed.length }),
      text: (
        <Named
          kind={kind}
          changed={changed}
          skipped={skipped}
          includesSelf={changed.some(({ id }) => id === self.id)}
        />
      ),
      confirmLabel: t(`users.bulk.${kind}.confirm`, { count: changed.length }),
      isDangerous: kind !== 'enable',
    })
    if (!confirmed) return false
    const failed: { user: UserOverview; error: unknown }[] = []
    for (const user of changed) await change(kind, user.id).catch((error: unknown) => failed.push({ user, error }))
    for (const { user, error } of failed)
      notify.error(t(`users.bulk.${kind}.failed`, { name: user.full_name, status: statusText(error) }))
    const done = changed.length - failed.length
    if (done > 0) notify.success(t(`users.bulk.${kind}.done`, { count: done }))
    await client.invalidateQueries({ queryKey: USERS_KEY })
    return failed.length === 0
  }

  if (!mayDelete(may)) return []
  return [
    { label: t('users.enable'), run: (users) => run('enable', users) },
    { label: t('users.disable'), run: (users) => run('disable', users) },
    { label: t('users.delete'), isDangerous: true, run: (users) => run('delete', users) },
  ]
}

interface NamedProps {
  readonly kind: Kind
  readonly changed: readonly UserOverview[]
  readonly skipped: readonly UserOverview[]
  readonly includesSelf: boolean
}

function Named({ kind, changed, skipped, includesSelf }: NamedProps) {
  const t = useText()
  return (
    <Stack gap="sm">
      <Text size="sm">{t(`users.bulk.${kind}.text`, { count: changed.length })}</Text>
      <List size="sm">
        {changed.map((user) => (
          <List.Item key={user.id}>
            <DataName>{user.full_name}</DataName> <span translate="no">({user.username})</span>
          </List.Item>
        ))}
      </List>
      {includesSelf && kind !== 'enable' && (
        <Text size="sm" c="red" fw={550}>
          {t('users.bulk.includesSelf')}
        </Text>
      )}
      {skipped.length > 0 && <Dimmed>{t('users.bulk.leftOut', { count: skipped.length })}</Dimmed>}
    </Stack>
  )
}
