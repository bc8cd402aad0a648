import { pageAuthzRoles } from '@logyard/contract/identity/roles'
import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useCreateRole } from './role-actions.ts'
import { RoleForm } from './role-form.tsx'

export function RoleCreateScreen() {
  const t = useText()
  const go = useGo()
  const back = useMay()(pageAuthzRoles) ? routes.roles.list() : routes.start()
  return (
    <Page title={t('roles.create.title')} description={t('roles.create.description')} width="reading">
      <RoleForm
        failedTitle={t('roles.toast.create.failed.title')}
        save={useCreateRole().mutateAsync}
        onSaved={() => go(back, { isSaved: true })}
        cancelTo={back}
      />
    </Page>
  )
}
