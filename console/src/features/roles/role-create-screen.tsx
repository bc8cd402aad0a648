import { useGo } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useCreateRole } from './role-actions.ts'
import { roleDraft } from './role-draft.ts'
import { RoleForm } from './role-form.tsx'
import { useRoleCrumbs } from './use-role-crumbs.ts'

const EMPTY = { name: '', description: '', permissions: [] }

export function RoleCreateScreen() {
  const t = useText()
  const go = useGo()
  const create = useCreateRole()
  const back = useMay()('roles:read') ? routes.roles.list() : routes.start()
  return (
    <Page
      title={t('roles.create.title')}
      documentTitle={t('roles.create.documentTitle')}
      description={t('roles.create.description')}
      crumbs={useRoleCrumbs()}
      width="reading"
    >
      <RoleForm
        initial={EMPTY}
        saveLabel={t('roles.create')}
        isSaving={create.isPending}
        error={create.error === null ? undefined : { title: t('roles.toast.createFailed.title'), cause: create.error }}
        onSave={(values) => create.mutateAsync(roleDraft(values)).then(() => go(back, { isSaved: true }))}
        cancel={
          <LinkButton variant="default" to={back}>
            {t('ui.cancel')}
          </LinkButton>
        }
      />
    </Page>
  )
}
