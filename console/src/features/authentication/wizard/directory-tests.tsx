import {
  type AuthBackendDraft,
  type AuthTestResult,
  testAuthBackendConnection,
  testAuthBackendLogin,
} from '@logyard/contract/identity/auth-services'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { useAction } from '../../../ui/action/use-action.ts'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { TestOutcome } from '../test-outcome.tsx'

interface DirectoryTestsProps {
  /** The current input of the wizard. */
  readonly draft: AuthBackendDraft
  /** The stored service, whose password may be used. */
  readonly id: string | undefined
}

export function DirectoryTests(props: DirectoryTestsProps) {
  return (
    <Stack gap="lg">
      <ConnectionCheck {...props} />
      <LoginTest {...props} />
    </Stack>
  )
}

function ConnectionCheck({ draft, id }: DirectoryTestsProps) {
  const t = useText()
  const test = useAction({
    run: (call, backend_configuration: AuthBackendDraft) =>
      call(testAuthBackendConnection, { body: { backend_configuration, backend_id: id ?? null } }),
    texts: 'authentication.test.connection',
    changes: [],
  })
  return (
    <FormSection title={t('authentication.test.connection')} description={t('authentication.test.connection.help')}>
      <Button variant="default" loading={test.isPending} onClick={() => test.mutate(draft)}>
        {t('authentication.test.connection.run')}
      </Button>
      {test.data !== undefined && !test.isPending && <TestResult result={test.data} />}
    </FormSection>
  )
}

function LoginTest({ draft, id }: DirectoryTestsProps) {
  const t = useText()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const test = useAction({
    run: (call, backend_configuration: AuthBackendDraft) =>
      call(testAuthBackendLogin, {
        body: { backend_configuration, backend_id: id ?? null, user_login: { username, password } },
      }),
    texts: 'authentication.test.login',
    changes: [],
  })
  return (
    <FormSection title={t('authentication.test.login')} description={t('authentication.test.login.help')}>
      <TextInput
        label={t('authentication.username')}
        autoComplete="off"
        value={username}
        onChange={({ currentTarget }) => setUsername(currentTarget.value)}
      />
      <PasswordField
        label={t('authentication.password')}
        autoComplete="off"
        value={password}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
      />
      <Button
        variant="default"
        loading={test.isPending}
        disabled={username === '' || password === ''}
        onClick={() => test.mutate(draft)}
      >
        {t('authentication.test.login.run')}
      </Button>
      {test.data !== undefined && !test.isPending && <TestResult result={test.data} />}
    </FormSection>
  )
}

function TestResult({ result: { success, message, errors, result } }: { result: AuthTestResult }) {
  const t = useText()
  const details = Object.entries(result.user_details ?? {})
  return (
    <>
      <TestOutcome success={success} errors={errors} title={<span translate="no">{message}</span>}>
        {result.user_exists === false && t('authentication.test.noUser')}
        {result.user_exists === true && result.login_success === false && t('authentication.test.wrongPassword')}
      </TestOutcome>
      {details.length > 0 && (
        <PlainTable
          label={t('authentication.test.login')}
          minWidth={0}
          columns={[
            { header: t('authentication.test.attribute'), cell: ([name]) => name, isData: true },
            { header: t('authentication.test.value'), cell: ([, value]) => <Value>{value}</Value>, isData: true },
          ]}
          rows={details}
          rowId={([name]) => name}
        />
      )}
    </>
  )
}

const Value = ({ children }: { children: ReactNode }) => (
  <Text span inherit style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)
