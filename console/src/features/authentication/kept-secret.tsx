import { Button, type PasswordInputProps, Stack } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'

interface KeptSecretProps extends Pick<PasswordInputProps, 'label' | 'description' | 'value' | 'error' | 'onChange'> {
  readonly isStored: boolean
  /** Whether the stored secret stays as it is. */
  readonly isKept: boolean
  readonly onKeep: (isKept: boolean) => void
  /** The text of the button that replaces the stored secret. */
  readonly replaceLabel: string
}

/** A secret that is kept until the user replaces it. */
export function KeptSecret({ isStored, isKept, onKeep, replaceLabel, ...field }: KeptSecretProps) {
  const t = useText()
  return (
    <Stack gap={6} align="flex-start">
      <PasswordField w="100%" autoComplete="new-password" disabled={isKept} {...field} />
      {isStored && (
        <Button size="compact-sm" variant="default" onClick={() => onKeep(!isKept)}>
          {isKept ? replaceLabel : t('authentication.undoReset')}
        </Button>
      )}
    </Stack>
  )
}
