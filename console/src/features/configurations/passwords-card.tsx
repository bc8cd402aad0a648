import {
  MAX_MIN_LENGTH,
  PASSWORD_RULES_DEFAULTS,
  PASSWORD_RULES_KEY,
  type PasswordRules,
} from '@logyard/contract/identity/password-rules'
import { Checkbox, Stack } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { passwordRulesOf } from '../../cluster-config/password-rules-query.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { DocumentCard } from './document-card.tsx'
import { useDocumentForm } from './use-document-form.ts'
import { WholeNumberInput } from './whole-number-input.tsx'

const CLASSES = ['needs_upper_case', 'needs_lower_case', 'needs_digit', 'needs_special'] as const

/** What new passwords must contain. */
export function PasswordsCard() {
  const t = useText()
  return (
    <DocumentCard
      documentKey={PASSWORD_RULES_KEY}
      title={t('configurations.passwords')}
      description={t('configurations.passwords.description')}
      read={passwordRulesOf}
      items={(rules) => [
        {
          label: t('configurations.passwords.length'),
          value: <span>{t('configurations.passwords.length.says', { count: rules.min_length })}</span>,
        },
        ...CLASSES.map((name) => ({ label: t(`configurations.passwords.${name}`), value: rules[name] })),
      ]}
      editTitle={t('configurations.passwords.edit')}
      form={(rules) => <PasswordsForm rules={rules} />}
    />
  )
}

function PasswordsForm({ rules }: { rules: PasswordRules }) {
  const t = useText()
  const form = useDocumentForm({ documentKey: PASSWORD_RULES_KEY, initial: rules })
  return (
    <EntityForm form={form}>
      <WholeNumberInput
        label={t('configurations.passwords.length')}
        description={t('configurations.passwords.length.help')}
        data-autofocus
        min={PASSWORD_RULES_DEFAULTS.min_length}
        max={MAX_MIN_LENGTH}
        clampBehavior="strict"
        {...form.choice('min_length')}
      />
      <Stack gap="sm">
        {CLASSES.map((name) => (
          <Checkbox key={name} label={t(`configurations.passwords.${name}`)} {...form.flag(name)} />
        ))}
      </Stack>
    </EntityForm>
  )
}
