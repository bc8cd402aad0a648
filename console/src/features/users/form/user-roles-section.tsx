import type { UserSummary } from '@logyard/contract/identity/users'
import { useText } from '../../../base/text/text.tsx'
import { useNotify } from '../../../base/toasts/notify.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { useUpdateUser } from '../user-actions.ts'
import { RolesField } from './roles-field.tsx'
import { mayUseConsole } from './user-draft.ts'

/** A user's roles; each change is saved immediately. */
export function UserRolesSection({ user, id }: { user: UserSummary; id: string }) {
  const t = useText()
  const notify = useNotify()
  const update = useUpdateUser()
  function change(roles: readonly string[]) {
    const wouldLoseConsole = !user.service_account && mayUseConsole(user.roles) && !mayUseConsole(roles)
    if (wouldLoseConsole) notify.error(t('users.roles.last'))
    else update.mutate({ user: { ...user, id }, change: { roles: [...roles] } })
  }
  return (
    <FormSection title={t('users.roles')} description={t('users.roles.description')}>
      <RolesField selected={user.roles} onChange={change} isBusy={update.isPending} />
    </FormSection>
  )
}
