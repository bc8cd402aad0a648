import type { Token } from '@logyard/contract/identity/tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { UserPage } from '../user-page.tsx'
import { mayCreateTokens, mayListTokens, mayRemoveTokens } from '../user-permissions.ts'
import { userQuery } from '../user-queries.ts'
import { TokenCreateForm } from './token-create-form.tsx'
import { TokenCreatedDialog } from './token-created-dialog.tsx'
import { TokenList } from './token-list.tsx'

/** The access tokens of one user, or of the administrator from the configuration. */
export function TokensScreen() {
  const t = useText()
  const may = useMay()
  const { id } = useRouteParams(routes.users.tokens)
  const user = useQuery(userQuery(useCall(), id))
  const [created, setCreated] = useState<Token>()
  if (user.isPending) return <Loading />
  if (user.isError) return <LoadFailed error={user.error} onRetry={user.refetch} isPageEntity />
  const { username } = user.data
  return (
    <UserPage user={user.data} id={id} shows="tokens" width="full">
      {mayCreateTokens(may, username) && (
        <FormSection title={t('users.tokens.create.title')} description={t('users.tokens.create.description')}>
          <TokenCreateForm userId={id} onCreated={setCreated} />
        </FormSection>
      )}
      {mayListTokens(may, username) && <TokenList userId={id} canDelete={mayRemoveTokens(may, username)} />}
      <TokenCreatedDialog token={created} onClose={() => setCreated(undefined)} />
    </UserPage>
  )
}
