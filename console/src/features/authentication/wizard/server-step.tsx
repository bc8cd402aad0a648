import {
  type AuthServiceType,
  MAX_CA_CERTIFICATES,
  TRANSPORT_SECURITIES,
} from '@logyard/contract/identity/auth-services'
import { Button, Checkbox, Group, NumberInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import type { OwnField } from '../../../ui/fields/field-texts.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { FormFields } from '../form-fields.tsx'
import type { ServiceForm } from './service-form.ts'
import { portFor } from './service-values.ts'

const TITLE: OwnField<'text'> = { kind: 'text', name: 'title', label: 'authentication.title', format: 'prose' }

const systemUser = (type: AuthServiceType): OwnField<'text'> => ({
  kind: 'text',
  name: 'systemUser',
  label: 'authentication.systemUserDn',
  help: `authentication.systemUser.help.${type}`,
  is_optional: true,
})

interface ServerStepProps {
  readonly form: ServiceForm
  readonly type: AuthServiceType
  readonly hasPassword: boolean
}

export function ServerStep({ form, type, hasPassword }: ServerStepProps) {
  const t = useText()
  return (
    <Stack gap="md">
      <FormFields form={form} fields={[TITLE]} />
      <Textarea
        label={t('authentication.descriptionOptional')}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <Group align="flex-start" gap="sm" grow preventGrowOverflow={false}>
        <TextInput
          label={t('authentication.host')}
          required
          withAsterisk={false}
          autoComplete="off"
          {...form.getInputProps('host')}
        />
        <NumberInput
          label={t('authentication.port')}
          required
          withAsterisk={false}
          hideControls
          {...form.getInputProps('port')}
        />
      </Group>
      <TransportSecurity form={form} />
      <FormFields form={form} fields={[systemUser(type)]} />
      <SystemPassword form={form} hasPassword={hasPassword} />
    </Stack>
  )
}

function TransportSecurity({ form }: { form: ServiceForm }) {
  const t = useText()
  return (
    <>
      <Radio.Group
        label={t('authentication.transport')}
        value={form.values.transport}
        onChange={(value) => {
          const transport = TRANSPORT_SECURITIES.find((known) => known === value) ?? 'tls'
          form.setValues({ transport, port: portFor(transport, form.getValues()) })
        }}
      >
        <Group gap="lg" mt={6}>
          {TRANSPORT_SECURITIES.map((value) => (
            <Radio key={value} value={value} label={t(`authentication.transport.${value}`)} />
          ))}
        </Group>
      </Radio.Group>
      {form.values.transport !== 'none' && (
        <Checkbox
          label={t('authentication.verify')}
          description={t('authentication.verify.help')}
          {...form.getInputProps('verify', { type: 'checkbox' })}
        />
      )}
      {form.values.transport !== 'none' && (
        <Textarea
          disabled={!form.values.verify}
          label={t('authentication.caCertificatesOptional')}
          description={t('authentication.caCertificates.help')}
          placeholder="-----BEGIN CERTIFICATE-----"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={MAX_CA_CERTIFICATES}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...form.getInputProps('caCertificates')}
        />
      )}
    </>
  )
}

function SystemPassword({ form, hasPassword }: { form: ServiceForm; hasPassword: boolean }) {
  const t = useText()
  const { isPasswordKept } = form.values
  const toggle = () => form.setValues({ isPasswordKept: !isPasswordKept, password: '' })
  return (
    <Stack gap={6} align="flex-start">
      <PasswordField
        w="100%"
        label={t('authentication.systemPasswordOptional')}
        description={isPasswordKept ? t('authentication.systemPassword.stored') : undefined}
        autoComplete="new-password"
        disabled={isPasswordKept}
        {...form.getInputProps('password')}
      />
      {hasPassword && (
        <Button size="compact-sm" variant="default" onClick={toggle}>
          {t(isPasswordKept ? 'authentication.resetPassword' : 'authentication.undoReset')}
        </Button>
      )}
    </Stack>
  )
}
