import type { PasswordInputProps } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { usePasswordHelp } from './use-password-help.ts'

interface NewPasswordFieldsProps {
  readonly label: string
  /** The props from the form for each field: value, error and handlers. */
  readonly password: PasswordInputProps
  readonly repeat: PasswordInputProps
}

/** A new password, entered twice. */
export function NewPasswordFields({ label, password, repeat }: NewPasswordFieldsProps) {
  const t = useText()
  const help = usePasswordHelp()
  const shared = { required: true, autoComplete: 'new-password' }
  return (
    <>
      <PasswordField label={label} description={help} {...shared} {...password} />
      <PasswordField label={t('users.password.repeat')} {...shared} {...repeat} />
    </>
  )
}
