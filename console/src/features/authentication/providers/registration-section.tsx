import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { OwnFields } from '../../../ui/fields/own-fields.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { KeptSecret } from '../kept-secret.tsx'
import { AddressUnknown } from './address-unknown.tsx'
import type { ProviderValues } from './provider-values.ts'

export const PROVIDER_TITLE: OwnField<'text'> = {
  kind: 'text',
  name: 'title',
  label: 'authentication.provider.title',
  help: 'authentication.provider.title.help',
  format: 'prose',
}
const REGISTERED: readonly OwnField<'text'>[] = [
  {
    kind: 'text',
    name: 'issuer',
    label: 'authentication.provider.issuer',
    help: 'authentication.provider.issuer.help',
    format: 'url',
  },
  { kind: 'text', name: 'client_id', label: 'authentication.provider.clientId' },
]
const SCOPES: OwnField<'list'> = {
  kind: 'list',
  name: 'scopes',
  label: 'authentication.provider.scopes',
  help: 'authentication.provider.scopes.help',
  options: [],
  is_open: true,
  placeholder: '',
}
export const REGISTRATION: readonly OwnField[] = [...REGISTERED, SCOPES]

interface RegistrationSectionProps {
  readonly form: EntityForm<ProviderValues>
  readonly hasSecret: boolean
  readonly redirectBase: string | null
  readonly logoutBase: string | null
}

/** The values that Logyard and the provider need from each other. */
export function RegistrationSection({ form, hasSecret, redirectBase, logoutBase }: RegistrationSectionProps) {
  const t = useText()
  const { isNew, values } = form
  return (
    <FormSection title={t('authentication.provider')}>
      <OwnFields fields={[PROVIDER_TITLE]} {...form.group()} />
      <TextInput
        label={t('authentication.provider.id')}
        description={isNew ? t('authentication.provider.id.help') : undefined}
        required
        disabled={!isNew}
        autoComplete="off"
        {...form.text('id')}
      />
      <Addresses id={values.id} redirectBase={redirectBase} logoutBase={logoutBase} />
      <OwnFields fields={REGISTERED} {...form.group()} />
      <KeptSecret
        label={t('authentication.provider.secret')}
        description={t(`authentication.provider.secret.${values.isSecretKept ? 'stored' : 'help'}`)}
        isStored={hasSecret}
        isKept={values.isSecretKept}
        onKeep={(isSecretKept) => form.change({ isSecretKept, client_secret: '' })}
        replaceLabel={t('authentication.provider.secret.replace')}
        {...form.text('client_secret')}
      />
      <OwnFields fields={[SCOPES]} {...form.group()} />
    </FormSection>
  )
}

interface AddressesProps extends Pick<RegistrationSectionProps, 'redirectBase' | 'logoutBase'> {
  readonly id: string
}

function Addresses({ id, redirectBase, logoutBase }: AddressesProps) {
  const t = useText()
  if (redirectBase === null) return <AddressUnknown />
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
