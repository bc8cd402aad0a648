import type { Role } from '@logyard/contract/identity/roles'
import { ActionIcon, Button, Group, MultiSelect, Paper, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { assignableRolesQuery } from '../user-queries.ts'
import classes from './roles-field.module.css'

export interface RolesFieldProps {
  readonly value: readonly string[]
  readonly onChange: (roles: readonly string[]) => void
  readonly isBusy?: boolean
  readonly error?: ReactNode
}

/** A select for roles, and a list of the selected ones with their descriptions. For users who may read roles. */
export function RolesField({ value, onChange, isBusy = false, error }: RolesFieldProps) {
  const t = useText()
  const [picked, setPicked] = useState<string[]>([])
  const roles = useQuery(assignableRolesQuery(useCall()))
  if (roles.isError) return <LoadFailed error={roles.error} onRetry={roles.refetch} />
  const known = roles.data ?? []
  const toGive = known.map((role) => role.name).filter((name) => !value.includes(name))
  const assign = () => {
    onChange([...value, ...picked])
    setPicked([])
  }
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-end">
        <MultiSelect
          attributes={{ dropdown: { translate: 'no' } }}
          flex="1 1 260px"
          label={t('users.roles.assign')}
          placeholder={picked.length === 0 ? t('users.roles.search') : ''}
          nothingFoundMessage={t('users.roles.nothingFound')}
          data={toGive}
          value={picked}
          onChange={setPicked}
          disabled={isBusy || roles.isPending}
          searchable
          hidePickedOptions
        />
        <Button variant="default" onClick={assign} disabled={picked.length === 0} loading={isBusy}>
          {t('users.roles.assignButton')}
        </Button>
      </Group>
      <SelectedRoles {...{ value, known, isBusy, onChange }} />
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}

interface SelectedRolesProps extends Omit<RolesFieldProps, 'error'> {
  readonly known: readonly Role[]
}

function SelectedRoles({ value, known, isBusy, onChange }: SelectedRolesProps) {
  const t = useText()
  if (value.length === 0) {
    return <Dimmed>{t('users.roles.noneSelected')}</Dimmed>
  }
  return (
    <Paper component="ul" className={classes['list'] ?? ''} aria-label={t('users.roles.selected')}>
      {value
        .toSorted((a, b) => a.localeCompare(b))
        .map((name) => (
          <li key={name}>
            <div translate="no">
              <Text size="sm" fw={550}>
                {name}
              </Text>
              <Text size="xs" c="dimmed">
                {known.find((role) => role.name === name)?.description}
              </Text>
            </div>
            <ActionIcon
              disabled={isBusy === true}
              aria-label={t('users.roles.remove', { name })}
              onClick={() => onChange(value.filter((one) => one !== name))}
            >
              <IconX size={15} />
            </ActionIcon>
          </li>
        ))}
    </Paper>
  )
}
