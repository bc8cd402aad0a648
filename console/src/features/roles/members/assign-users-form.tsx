import type { AuthzRole } from '@logyard/contract/identity/roles'
import { Button, Group, Input, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { useAssignUsers } from '../role-actions.ts'
import { assignableUsersQuery } from '../role-queries.ts'

/** More suggestions are not read; typing narrows them. */
const SUGGESTIONS = 50

export function AssignUsersForm({ role }: { role: AuthzRole }) {
  const t = useText()
  const users = useQuery(assignableUsersQuery(useCall()))
  const assign = useAssignUsers(role)
  const [picked, setPicked] = useState<string[]>([])
  const [error, setError] = useState<string>()
  if (users.isError) return <LoadFailed error={users.error} onRetry={users.refetch} />
  const candidates = (users.data ?? [])
    .filter((user) => !user.roles.includes(role.name))
    .map(({ username, full_name }) => ({ value: username, label: `${full_name} (${username})` }))

  function submit(event: FormEvent) {
    event.preventDefault()
    if (picked.length === 0) setError(t('roles.assign.required'))
    else assign.mutate(picked, { onSuccess: () => setPicked([]) })
  }
  return (
    <form onSubmit={submit} noValidate aria-label={t('roles.assign')}>
      <Group gap="sm" align="flex-end">
        <MultiSelect
          attributes={{ dropdown: { translate: 'no' } }}
          flex="1 1 280px"
          label={t('roles.assign')}
          placeholder={picked.length === 0 ? t('roles.assign.search') : ''}
          nothingFoundMessage={t('roles.assign.nothingFound')}
          data={candidates}
          value={picked}
          onChange={(next) => {
            setPicked(next)
            setError(undefined)
          }}
          error={error !== undefined}
          limit={SUGGESTIONS}
          disabled={users.isPending || assign.isPending}
          searchable
          hidePickedOptions
        />
        <Button type="submit" variant="default" loading={assign.isPending}>
          {t('roles.assign.button')}
        </Button>
      </Group>
      {error !== undefined && (
        <Input.Error role="alert" mt="xs">
          {error}
        </Input.Error>
      )}
    </form>
  )
}
