import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'

/** A password whose 'show' button says what it does in the reader's language. */
export function PasswordField(props: PasswordInputProps) {
  const t = useText()
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('ui.showEntry') }} {...props} />
}
