import type { AuthzRole } from '@logyard/contract/identity/roles'
import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../../../base/text/text.tsx'

interface RolesSelectProps {
  readonly label: string
  readonly description?: string
  readonly required?: boolean
  readonly roles: readonly AuthzRole[]
  /** Ids; those of deleted roles are shown as such. */
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
  readonly error?: ReactNode
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
      withAsterisk={false}
      attributes={{ option: { translate: 'no' }, pill: { translate: 'no' } }}
      data={[...known, ...unknown]}
      value={[...value]}
      searchable
      hidePickedOptions
    />
  )
}
