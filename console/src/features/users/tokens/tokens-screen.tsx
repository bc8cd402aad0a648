import type { Token } from '@logyard/contract/identity/tokens'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRouteParams } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
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
  const [created, setCreated] = useState<Token>()
  return (
    <Loaded query={useQuery(userQuery(useCall(), id))} isPageEntity>
      {(user) => (
        <UserPage user={user} id={id} shows="tokens" width="full">
          {mayCreateTokens(may, user.username) && (
            <FormSection title={t('users.tokens.create.title')} description={t('users.tokens.create.description')}>
              <TokenCreateForm userId={id} onCreated={setCreated} />
            </FormSection>
          )}
          {mayListTokens(may, user.username) && (
            <TokenList userId={id} canDelete={mayRemoveTokens(may, user.username)} />
          )}
          <TokenCreatedDialog token={created} onClose={() => setCreated(undefined)} />
        </UserPage>
      )}
    </Loaded>
  )
}
