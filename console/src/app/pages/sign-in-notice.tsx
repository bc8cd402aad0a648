import { getSignInNotice } from '@logyard/contract/identity/sign-in-notice'
import { Paper, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'

/** The text of an administrator, or nothing: the form works without it. */
export function SignInNotice() {
  const t = useText()
  const { call } = useServices()
  const [text, setText] = useState('')
  useEffect(() => {
    const asked = new AbortController()
    call(getSignInNotice, { signal: asked.signal, extendSession: false }).then(
      (notice) => setText(notice.text),
      () => undefined,
    )
    return () => asked.abort()
  }, [call])
  if (text === '') return null
  return (
    <Paper component="section" p="md" aria-label={t('login.notice')}>
      <Text
        size="sm"
        translate="no"
        tabIndex={0}
        mah="30vh"
        style={{ overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {text}
      </Text>
    </Paper>
  )
}
