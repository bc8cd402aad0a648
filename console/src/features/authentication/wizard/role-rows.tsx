import type { AuthzRole } from '@logyard/contract/identity/roles'
import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { RolesSelect } from './roles-select.tsx'

interface RoleRow {
  /** Name of a group of the directory, or a value of a claim. */
  readonly name: string
  readonly role_ids: readonly string[]
}

interface RoleRowsProps {
  readonly rows: readonly RoleRow[]
  readonly roles: readonly AuthzRole[]
  readonly nameLabel: string
  readonly addLabel: string
  readonly removeLabel: string
  readonly error: ReactNode
  readonly onChange: (rows: readonly RoleRow[]) => void
}

/** The roles that groups or claims give, one row for each of these. */
export function RoleRows({ rows, roles, nameLabel, addLabel, removeLabel, error, onChange }: RoleRowsProps) {
  const t = useText()
  const change = (at: number, changes: Partial<RoleRow>) =>
    onChange(rows.map((row, place) => (place === at ? { ...row, ...changes } : row)))
  return (
    <>
      {rows.map(({ name, role_ids: roleIds }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity than their place
        <Group key={at} align="flex-end" gap="sm" w="100%">
          <TextInput
            label={nameLabel}
            value={name}
            onChange={({ currentTarget }) => change(at, { name: currentTarget.value })}
            autoComplete="off"
            flex="1 1 180px"
          />
          <div style={{ flex: '1 1 180px' }}>
            <RolesSelect
              label={t('authentication.roles')}
              roles={roles}
              value={roleIds}
              onChange={(role_ids) => change(at, { role_ids })}
            />
          </div>
          <ActionIcon
            variant="default"
            size="lg"
            onClick={() => onChange(rows.filter((_, place) => place !== at))}
            aria-label={removeLabel}
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
        {addLabel}
      </Button>
      {error !== undefined && (
        <Text size="sm" c="red">
          {error}
        </Text>
      )}
    </>
  )
}
