import { listUsers, pageUsers } from '@logyard/contract/identity/users'
import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../api/api-client.ts'
import { pickQuery } from '../../api/call-query.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { EditorProps } from '../../ui/fields/field-props.ts'
import { listOf } from '../../ui/fields/field-values.ts'

/** A select for users. Deleted ones stay selected. Without permission to list users, only the selected are offered. */
export function UsersField({ label, value: stored, error, onValue }: EditorProps<'users'>) {
  const t = useText()
  const value = listOf(stored)
  const canList = useMay()(pageUsers)
  const users = useQuery({ ...usersQuery(useCall()), enabled: canList }).data ?? []
  if (!canList && value.length === 0) return null
  const known = users.map(({ username, full_name: name }) => ({
    value: username,
    label: name === '' || name === username ? username : `${username} (${name})`,
  }))
  const names = new Set(users.map(({ username }) => username))
  const others = value.filter((name) => !names.has(name)).map((name) => ({ value: name, label: name }))
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? t('eventNotifications.email.users.placeholder') : ''}
      nothingFoundMessage={t('eventNotifications.email.users.none')}
      attributes={{ dropdown: { translate: 'no' }, pillsList: { translate: 'no' } }}
      searchable
      hidePickedOptions
      data={[...known, ...others]}
      value={[...value]}
      error={error}
      onChange={onValue}
    />
  )
}

const usersQuery = (call: Call) => ({
  ...pickQuery(call, ['users', 'for-recipients'], ({ users }) => users, listUsers),
  staleTime: 30_000,
})
