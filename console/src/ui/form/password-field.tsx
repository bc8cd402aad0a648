import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'

/** A password field whose button to show the password has a translated label. */
export function PasswordField(props: PasswordInputProps) {
  const t = useText()
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('ui.showEntry') }} {...props} />
}
