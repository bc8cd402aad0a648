import type { AuthzRole } from '@logyard/contract/identity/roles'
import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { isError } from '../../ui/form/is-error.ts'
import { RolesSelect } from './roles-select.tsx'

export interface RoleRow {
  /** Name of a group of the directory, or a value of a claim. */
  readonly name: string
  readonly role_ids: readonly string[]
}

interface RoleRowsProps {
  readonly legend: string
  readonly nameLabel: string
  readonly addLabel: string
  readonly removeLabel: string
  readonly roles: readonly AuthzRole[]
  readonly value: readonly RoleRow[]
  readonly error: ReactNode
  /** Whether the error is about this row. */
  readonly isFaulty: (row: RoleRow) => boolean
  readonly onChange: (rows: readonly RoleRow[]) => void
  /** Fields above the rows. */
  readonly children?: ReactNode
}

/** The roles that groups or claims give, one row for each of these. */
export function RoleRows({
  legend,
  roles,
  value: rows,
  error,
  isFaulty,
  onChange,
  children,
  ...labels
}: RoleRowsProps) {
  const t = useText()
  const change = (at: number, changes: Partial<RoleRow>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...changes } : row)))
  return (
    <Fieldset legend={legend}>
      <Stack gap="md" align="flex-start">
        {children}
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
          <Group key={at} align="flex-end" gap="sm" w="100%">
            <TextInput
              label={labels.nameLabel}
              value={row.name}
              onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
              error={isError(error) && isFaulty(row)}
              autoComplete="off"
              flex="1 1 180px"
            />
            <div style={{ flex: '1 1 180px' }}>
              <RolesSelect
                label={t('authentication.roles')}
                roles={roles}
                value={row.role_ids}
                onChange={(role_ids) => change(at, { role_ids })}
              />
            </div>
            <ActionIcon
              variant="default"
              size="lg"
              onClick={() => onChange(rows.toSpliced(at, 1))}
              aria-label={labels.removeLabel}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => onChange([...rows, { name: '', role_ids: [] }])}
        >
          {labels.addLabel}
        </Button>
        {isError(error) && (
          <Text size="sm" c="red" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}
