import { getClusterConfig } from '@logyard/contract/cluster-config/cluster-config'
import type { PasswordRules } from '@logyard/contract/identity/password-rules'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { passwordRulesQuery } from '../../../cluster-config/password-rules-query.ts'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import { PASSWORD_MIN } from './user-draft.ts'

interface NewPasswordFieldsProps {
  readonly label: string
  readonly form: EntityForm<{ readonly password: string; readonly repeat: string }>
}

/** A new password, entered twice. */
export function NewPasswordFields({ label, form }: NewPasswordFieldsProps) {
  const t = useText()
  const shared = { required: true, autoComplete: 'new-password' }
  return (
    <>
      <PasswordField label={label} description={usePasswordHelp()} {...shared} {...form.text('password')} />
      <PasswordField label={t('users.password.repeat')} {...shared} {...form.text('repeat')} />
    </>
  )
}

const CLASSES = ['needs_upper_case', 'needs_lower_case', 'needs_digit', 'needs_special'] as const

/** The rules for a new password. Users who may not read them learn from a refusal which rules are broken. */
function usePasswordHelp(): string {
  const t = useText()
  const rules = useQuery({ ...passwordRulesQuery(useCall()), enabled: useMay()(getClusterConfig) })
  const needed = rules.data === undefined ? [] : neededClasses(rules.data)
  const min = Math.max(PASSWORD_MIN, rules.data?.min_length ?? 0)
  return [t('users.password.help', { min }), ...needed.map((name) => t(`users.password.${name}`))].join(' ')
}

const neededClasses = (rules: PasswordRules) => CLASSES.filter((name) => rules[name])
