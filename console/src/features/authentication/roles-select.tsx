import type { AuthzRole } from '@logyard/contract/identity/roles'
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'

interface RolesSelectProps extends Omit<MultiSelectProps, 'value' | 'data'> {
  readonly roles: readonly AuthzRole[]
  /** Ids; those of deleted roles are shown as such. */
  readonly value: readonly string[]
}

export function RolesSelect({ roles, value, ...props }: RolesSelectProps) {
  const t = useText()
  const known = roles.map(({ id, name }) => ({ value: id, label: name }))
  const unknown = value
    .filter((id) => roles.every((role) => role.id !== id))
    .map((id) => ({ value: id, label: roles.length === 0 ? id : t('authentication.roleNotFound') }))
  return (
    <MultiSelect
      {...props}
      attributes={{ option: { translate: 'no' }, pill: { translate: 'no' } }}
      data={[...known, ...unknown]}
      value={[...value]}
      searchable
      hidePickedOptions
    />
  )
}
