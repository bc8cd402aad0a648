import {
  type AuthServiceType,
  MAX_CA_CERTIFICATES,
  TRANSPORT_SECURITIES,
} from '@logyard/contract/identity/auth-services'
import { Checkbox, Group, NumberInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { OwnFields } from '../../../ui/fields/own-fields.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { KeptSecret } from '../kept-secret.tsx'
import { portFor, type ServiceValues } from './service-values.ts'

const TITLE: OwnField<'text'> = { kind: 'text', name: 'title', label: 'authentication.title', format: 'prose' }

const systemUser = (type: AuthServiceType): OwnField<'text'> => ({
  kind: 'text',
  name: 'system_user_dn',
  label: 'authentication.systemUserDn',
  help: `authentication.systemUser.help.${type}`,
  is_optional: true,
})

interface ServerStepProps {
  readonly form: EntityForm<ServiceValues>
  readonly type: AuthServiceType
  readonly hasPassword: boolean
}

export function ServerStep({ form, type, hasPassword }: ServerStepProps) {
  const t = useText()
  const { isPasswordKept } = form.values
  return (
    <Stack gap="md">
      <OwnFields fields={[TITLE]} {...form.group()} />
      <Textarea label={t('authentication.descriptionOptional')} autosize minRows={2} {...form.text('description')} />
      <Group align="flex-start" gap="sm" grow preventGrowOverflow={false}>
        <TextInput label={t('authentication.host')} required autoComplete="off" {...form.text('host')} />
        <NumberInput label={t('authentication.port')} required hideControls {...form.number('port')} />
      </Group>
      <TransportSecurity form={form} />
      <OwnFields fields={[systemUser(type)]} {...form.group()} />
      <KeptSecret
        label={t('authentication.systemPasswordOptional')}
        description={isPasswordKept ? t('authentication.systemPassword.stored') : undefined}
        isStored={hasPassword}
        isKept={isPasswordKept}
        onKeep={(isKept) => form.change({ isPasswordKept: isKept, password: '' })}
        replaceLabel={t('authentication.resetPassword')}
        {...form.text('password')}
      />
    </Stack>
  )
}

function TransportSecurity({ form }: { form: EntityForm<ServiceValues> }) {
  const t = useText()
  return (
    <>
      <Radio.Group
        label={t('authentication.transport')}
        value={form.values.transport_security}
        onChange={(transport_security) =>
          form.change((old) => ({ transport_security, port: portFor(transport_security, old) }))
        }
      >
        <Group gap="lg" mt={6}>
          {TRANSPORT_SECURITIES.map((value) => (
            <Radio key={value} value={value} label={t(`authentication.transport.${value}`)} />
          ))}
        </Group>
      </Radio.Group>
      {form.values.transport_security !== 'none' && (
        <Checkbox
          label={t('authentication.verify')}
          description={t('authentication.verify.help')}
          {...form.flag('verify_certificates')}
        />
      )}
      {form.values.transport_security !== 'none' && (
        <Textarea
          disabled={!form.values.verify_certificates}
          label={t('authentication.caCertificatesOptional')}
          description={t('authentication.caCertificates.help')}
          placeholder="-----BEGIN CERTIFICATE-----"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={MAX_CA_CERTIFICATES}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...form.text('ca_certificates')}
        />
      )}
    </>
  )
}
