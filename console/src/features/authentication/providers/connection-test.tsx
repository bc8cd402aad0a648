import type { OidcTestResult } from '@logyard/contract/identity/oidc'
import { Button } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { DefinitionList } from '../../../ui/definition-list.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { TestOutcome } from '../test-outcome.tsx'
import { useTestProvider } from './provider-actions.ts'

/** Requests the metadata of the issuer in the form, and shows it. */
export function ConnectionTest({ issuer }: { issuer: string }) {
  const t = useText()
  const test = useTestProvider()
  return (
    <FormSection title={t('authentication.provider.test')} description={t('authentication.provider.test.description')}>
      <div>
        <Button
          variant="default"
          loading={test.isPending}
          disabled={issuer.trim() === ''}
          onClick={() => test.mutate(issuer.trim())}
        >
          {t('authentication.provider.test.run')}
        </Button>
      </div>
      {test.data !== undefined && !test.isPending && <TestResult result={test.data} />}
    </FormSection>
  )
}

function TestResult({ result: { success, errors, announced } }: { result: OidcTestResult }) {
  const t = useText()
  return (
    <>
      <TestOutcome
        success={success}
        errors={errors}
        title={t(success ? 'authentication.provider.test.succeeded' : 'authentication.provider.test.failed')}
      />
      {announced !== null && <Announced announced={announced} />}
    </>
  )
}

function Announced({ announced }: { announced: NonNullable<OidcTestResult['announced']> }) {
  const t = useText()
  return (
    <DefinitionList
      items={[
        { label: t('authentication.provider.test.authorization'), value: announced.authorization_endpoint },
        { label: t('authentication.provider.test.token'), value: announced.token_endpoint },
        { label: t('authentication.provider.test.userInfo'), value: announced.userinfo_endpoint ?? '' },
        { label: t('authentication.provider.test.keys'), value: announced.jwks_uri },
        { label: t('authentication.provider.test.keyCount'), value: String(announced.signing_keys) },
        { label: t('authentication.provider.test.endSession'), value: announced.end_session_endpoint ?? '' },
        { label: t('authentication.provider.test.backChannelLogout'), value: announced.has_back_channel_logout },
        { label: t('authentication.provider.test.pkce'), value: announced.has_pkce },
        { label: t('authentication.provider.scopes'), value: announced.scopes.join(', ') },
        { label: t('authentication.provider.test.claims'), value: announced.claims.join(', ') },
      ]}
    />
  )
}
