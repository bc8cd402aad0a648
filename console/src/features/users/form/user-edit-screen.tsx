import type { UserSummary } from '@logyard/contract/identity/users'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import { PageOfForms } from '../../../ui/form/page-of-forms.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { UserPage } from '../user-page.tsx'
import { mayChangePassword, needsOldPassword } from '../user-permissions.ts'
import { userQuery } from '../user-queries.ts'
import { PasswordSection } from './password-section.tsx'
import { UserEditForm } from './user-edit-form.tsx'

/** Edits a user, including the current one: `Edit profile` in the user menu opens it. */
export function UserEditScreen() {
  const { id } = useRouteParams(routes.users.edit)
  return (
    <Loaded query={useQuery(userQuery(useCall(), id))} isPageEntity>
      {(user) => (
        <UserPage user={user} id={id} shows="edit">
          {user.read_only ? (
            <NotEditable user={user} />
          ) : (
            // The key resets the drafts of all sections when the user changes.
            <PageOfForms key={id}>
              <EditSections user={user} id={id} />
            </PageOfForms>
          )}
        </UserPage>
      )}
    </Loaded>
  )
}

function EditSections({ user, id }: { user: UserSummary; id: string }) {
  const t = useText()
  const may = useMay()
  const isSelf = useCurrentUser().id === id
  return (
    <>
      {user.external && (
        <Alert color="amber" mb="md" title={t('users.external.title')}>
          {t('users.external.text')}
        </Alert>
      )}
      <UserEditForm user={user} id={id} />
      {!user.external && mayChangePassword(may, user.username) && (
        <PasswordSection id={id} asksOld={needsOldPassword(may, isSelf)} />
      )}
    </>
  )
}

function NotEditable({ user }: { user: UserSummary }) {
  const rich = useRichText()
  return <Alert>{rich('users.notEditable', { name: <DataName>{user.full_name}</DataName> })}</Alert>
}
