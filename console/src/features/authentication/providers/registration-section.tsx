import { Alert, Button, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { renderNamePill } from '../../../ui/form/render-name-pill.tsx'
import type { ProviderFormState } from './provider-values.ts'

interface RegistrationSectionProps {
  readonly form: ProviderFormState
  readonly isNew: boolean
  readonly hasSecret: boolean
  readonly redirectBase: string | null
  readonly logoutBase: string | null
}

/** The values that Logyard and the provider need from each other. */
export function RegistrationSection({ form, isNew, hasSecret, redirectBase, logoutBase }: RegistrationSectionProps) {
  const t = useText()
  return (
    <FormSection title={t('authentication.provider')}>
      <TextInput
        label={t('authentication.provider.title')}
        description={t('authentication.provider.title.help')}
        required
        {...form.getInputProps('title')}
      />
      <TextInput
        label={t('authentication.provider.id')}
        description={isNew ? t('authentication.provider.id.help') : undefined}
        required
        disabled={!isNew}
        autoComplete="off"
        {...form.getInputProps('id')}
      />
      <Addresses id={form.values.id} redirectBase={redirectBase} logoutBase={logoutBase} />
      <TextInput
        label={t('authentication.provider.issuer')}
        description={t('authentication.provider.issuer.help')}
        required
        type="url"
        autoComplete="off"
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={t('authentication.provider.clientId')}
        required
        autoComplete="off"
        {...form.getInputProps('clientId')}
      />
      <ClientSecret form={form} hasSecret={hasSecret} />
      <TagsInput
        label={t('authentication.provider.scopes')}
        description={t('authentication.provider.scopes.help')}
        renderPill={renderNamePill}
        {...form.getInputProps('scopes')}
        value={[...form.values.scopes]}
      />
    </FormSection>
  )
}

interface AddressesProps extends Pick<RegistrationSectionProps, 'redirectBase' | 'logoutBase'> {
  readonly id: string
}

function Addresses({ id, redirectBase, logoutBase }: AddressesProps) {
  const t = useText()
  if (redirectBase === null) {
    return (
      <Alert variant="light" color="amber" icon={<IconAlertTriangle />}>
        {t('authentication.providers.addressUnknown')}
      </Alert>
    )
  }
  const home = `${new URL(redirectBase).href.split('/api/logyard/')[0]}/`
  return (
    <Stack gap={4}>
      <Address
        label={t('authentication.provider.redirectUri')}
        copyLabel={t('authentication.provider.redirectUri.copy')}
        value={`${redirectBase}${id}`}
      />
      <Address
        label={t('authentication.provider.signOutUri')}
        copyLabel={t('authentication.provider.signOutUri.copy')}
        value={home}
      />
      {logoutBase !== null && (
        <Address
          label={t('authentication.provider.backChannelUri')}
          copyLabel={t('authentication.provider.backChannelUri.copy')}
          value={`${logoutBase}${id}`}
        />
      )}
    </Stack>
  )
}

function Address({ label, copyLabel, value }: { label: string; copyLabel: string; value: string }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {label}:{' '}
        <code translate="no" style={{ userSelect: 'all' }}>
          {value}
        </code>
      </Text>
      <CopyButton value={value} label={copyLabel} />
    </Group>
  )
}

function ClientSecret({ form, hasSecret }: { form: ProviderFormState; hasSecret: boolean }) {
  const t = useText()
  const { isSecretKept } = form.values
  const toggle = () => form.setValues({ isSecretKept: !isSecretKept, secret: '' })
  return (
    <Stack gap={6} align="flex-start">
      <PasswordField
        w="100%"
        label={t('authentication.provider.secret')}
        description={t(isSecretKept ? 'authentication.provider.secret.stored' : 'authentication.provider.secret.help')}
        autoComplete="new-password"
        disabled={isSecretKept}
        {...form.getInputProps('secret')}
      />
      {hasSecret && (
        <Button size="compact-sm" variant="default" onClick={toggle}>
          {t(isSecretKept ? 'authentication.provider.secret.replace' : 'authentication.undoReset')}
        </Button>
      )}
    </Stack>
  )
}
