import { Alert } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'

/** Why a sign-in through a provider failed, in words. The log of the server has the reason. */
export function SignInFailure() {
  const t = useText()
  const state = useSession()
  const [isClosed, setIsClosed] = useState(false)
  if (state.kind !== 'logged-out' || state.failure === undefined || isClosed) return null
  return (
    <Alert color="red" role="alert" withCloseButton closeButtonLabel={t('ui.close')} onClose={() => setIsClosed(true)}>
      {t(`login.provider.failure.${state.failure}`)}
    </Alert>
  )
}
