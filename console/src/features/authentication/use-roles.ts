import { type AuthzRole, pageAuthzRoles } from '@logyard/contract/identity/roles'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { rolesByIdQuery } from './authentication-queries.ts'

const PRESET_ROLE = 'Reader'

/** All roles, or none if the user may not read them. `preset` has the ids of the roles that new users get. */
export function useRoles() {
  const mayRead = useMay()(pageAuthzRoles)
  const { data, error, refetch } = useQuery({ ...rolesByIdQuery(useCall()), enabled: mayRead })
  const roles: readonly AuthzRole[] | undefined = mayRead ? data : []
  const preset = (roles ?? []).filter(({ name }) => name === PRESET_ROLE).map(({ id }) => id)
  return { data: roles, error, refetch, preset }
}

/** The names of role ids, separated by commas. Without permission to read roles, ids stay ids. */
export function useRoleNames(): (ids: readonly string[]) => string {
  const t = useText()
  const { data } = useQuery({ ...rolesByIdQuery(useCall()), enabled: useMay()(pageAuthzRoles) })
  const nameOf = (id: string) =>
    data === undefined ? id : (data.find((role) => role.id === id)?.name ?? t('authentication.roleNotFound'))
  return (ids) => ids.map(nameOf).join(', ')
}
