import type { UserSummary } from '@logyard/contract/identity/users'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useCurrentUser, useMay } from '../../../base/session/current-user.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { UserPage } from '../user-page.tsx'
import { mayChangePassword, needsOldPassword } from '../user-permissions.ts'
import { userQuery } from '../user-queries.ts'
import { PasswordSection } from './password-section.tsx'
import { UnsavedSections } from './unsaved-sections.tsx'
import { UserEditForm } from './user-edit-form.tsx'

/** Edits a user, including the current one: `Edit profile` in the user menu opens it. */
export function UserEditScreen() {
  const { id } = useRouteParams(routes.users.edit)
  const user = useQuery(userQuery(useCall(), id))
  if (user.isPending) return <Loading />
  if (user.isError) return <LoadFailed error={user.error} onRetry={user.refetch} isPageEntity />
  return (
    <UserPage user={user.data} id={id} shows="edit">
      {user.data.read_only ? (
        <NotEditable user={user.data} />
      ) : (
        // The key resets the drafts of all sections when the user changes.
        <UnsavedSections key={id}>
          <EditSections user={user.data} id={id} />
        </UnsavedSections>
      )}
    </UserPage>
  )
}

function EditSections({ user, id }: { user: UserSummary; id: string }) {
  const t = useText()
  const may = useMay()
  const isSelf = useCurrentUser().id === id
  return (
    <>
      {user.external && (
        <Alert color="amber" variant="light" mb="md" title={t('users.external.title')}>
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
  return <Alert variant="light">{rich('users.notEditable', { name: <DataName>{user.full_name}</DataName> })}</Alert>
}
