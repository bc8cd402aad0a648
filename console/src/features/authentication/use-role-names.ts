import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { rolesByIdQuery } from './authentication-queries.ts'

/** The names of role ids, separated by commas. Without permission to read roles, ids stay ids. */
export function useRoleNames(): (ids: readonly string[]) => string {
  const t = useText()
  const { data } = useQuery({ ...rolesByIdQuery(useCall()), enabled: useMay()(pageAuthzRoles) })
  const nameOf = (id: string) =>
    data === undefined ? id : (data.find((role) => role.id === id)?.name ?? t('authentication.roleNotFound'))
  return (ids) => ids.map(nameOf).join(', ')
}
