import type { Alert } from '@logyard/contract/alerts/alerts'
import { pageUsers } from '@logyard/contract/identity/users'
import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { AlertActions } from './alert-actions.ts'
import { assigneesQuery } from './alert-queries.ts'

interface AssigneeSelectProps {
  readonly alert: Alert
  readonly actions: AlertActions
}

/** Who works on the alert. Users who may not list the others assign it to themselves. */
export function AssigneeSelect({ alert: { id, assignee }, actions }: AssigneeSelectProps) {
  const t = useText()
  const { username } = useCurrentUser()
  const mayList = useMay()(pageUsers)
  const { data: users = [] } = useQuery({ ...assigneesQuery(useCall()), enabled: mayList })
  const names = new Map(users.map((user) => [user.username, user.full_name]))
  const known = [...new Set([username, ...(assignee === null ? [] : [assignee]), ...names.keys()])]
  const labelOf = (name: string) => {
    const fullName = names.get(name) ?? ''
    return fullName === '' ? name : `${name} (${fullName})`
  }
  const assign = (next: string | null) =>
    void actions.change(
      next === null ? { ids: [id], action: 'unassign' } : { ids: [id], action: 'assign', assignee: next },
    )
  return (
    <Group gap="xs" align="flex-end">
      <Select
        size="xs"
        label={t('alerts.assignee')}
        placeholder={t('alerts.assignee.none')}
        data={known.map((value) => ({ value, label: labelOf(value) }))}
        value={assignee}
        onChange={assign}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('alerts.unassign') }}
        nothingFoundMessage={t('alerts.assignee.nothing')}
        attributes={{ dropdown: { translate: 'no' } }}
      />
      {assignee !== username && (
        <Button size="xs" variant="default" onClick={() => assign(username)}>
          {t('alerts.assignToMe')}
        </Button>
      )}
    </Group>
  )
}
