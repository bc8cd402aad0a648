import { Alert, Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError, ServerUnreachable, statusText } from '../../api/api-error.ts'
import { useDocumentTitle } from '../../base/page/document-title.ts'
import { useServices } from '../../base/services/services.tsx'
import { useRichText, useText } from '../../base/text/text.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { LogyardMark } from '../../ui/logyard-mark.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'
import classes from './login-page.module.css'
import { ProviderButtons } from './provider-buttons.tsx'
import { SignInFailure } from './sign-in-failure.tsx'
import { SignInNotice } from './sign-in-notice.tsx'

/** Shown at any URL, which opens after signing in. `returning` is the user whose page is mounted behind it. */
export function LoginPage({ returning }: { returning?: string | undefined }) {
  const t = useText()
  const rich = useRichText()
  useDocumentTitle(t('login.documentTitle'))
  return (
    <main className={classes['page']}>
      <Stack gap="lg" className={classes['column'] ?? ''}>
        <Stack gap="sm" align="center">
          <LogyardMark size={44} />
          <Title order={1}>{t('login.title')}</Title>
          <Text size="sm" c="dimmed" ta="center">
            {t('login.about')}
          </Text>
          {returning !== undefined && (
            <Text size="sm" c="dimmed" ta="center">
              {rich('login.returning', { name: () => <b translate="no">{returning}</b> })}
            </Text>
          )}
        </Stack>
        <SignInNotice />
        <Paper p="lg">
          <Stack gap="md">
            <SignInFailure />
            <LoginForm />
            <ProviderButtons />
          </Stack>
        </Paper>
      </Stack>
      <Backdrop />
    </main>
  )
}

const BAR_COUNT = 96

/** A quiet skyline of bars below the form: decoration, not data. */
function Backdrop() {
  return (
    <svg className={classes['backdrop']} viewBox={`0 0 ${BAR_COUNT} 22`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: BAR_COUNT }, (_, bar) => {
        const height = 11 + 5 * Math.sin(bar / 11) + 3 * Math.sin(bar / 2.3) + 2 * Math.sin(bar * 1.7)
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        return <rect key={bar} x={bar + 0.15} y={22 - height} width={0.7} height={height} />
      })}
    </svg>
  )
}

function LoginForm() {
  const t = useText()
  const { call, session } = useServices()
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)

  const messageOf = (failure: unknown): string | undefined => {
    // The overlay shows this error.
    if (failure instanceof ServerUnreachable) return undefined
    if (!(failure instanceof ApiError)) return statusText(failure)
    if (failure.status === 401) return t('login.invalid')
    if (failure.status === 429) return t('login.tooMany')
    return t('login.failed', { status: failure.status, message: failure.message })
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    const entries = new FormData(event.currentTarget)
    const username = String(entries.get('username') ?? '')
    const password = String(entries.get('password') ?? '')
    if (username === '' || password === '') {
      setError(t('login.missing'))
      return
    }
    setError(undefined)
    setIsSending(true)
    try {
      await session.signIn(call, { username, password, host: window.location.host })
    } catch (failure) {
      setError(messageOf(failure))
    } finally {
      setIsSending(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {error !== undefined && (
          <Alert
            color="red"
            role="alert"
            withCloseButton
            closeButtonLabel={t('ui.close')}
            onClose={() => setError(undefined)}
          >
            {error}
          </Alert>
        )}
        <TextInput
          name="username"
          label={t('login.username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          data-autofocus
        />
        <PasswordField name="password" label={t('login.password')} autoComplete="current-password" />
        <Button type="submit" disabled={isSending} fullWidth>
          {isSending ? t('login.submitting') : t('login.submit')}
        </Button>
        <ForgottenPassword />
      </Stack>
    </form>
  )
}
