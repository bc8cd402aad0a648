import { Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { PasswordField } from './password-field.tsx'

interface SecretFieldProps {
  readonly label: ReactNode
  readonly description?: ReactNode
  /** The stored secret, which is never shown. */
  readonly value: unknown
  readonly error?: ReactNode
  readonly onChange: (value: unknown) => void
}

/** A secret that can be replaced or removed, not read. */
export function SecretField({ label, description, value, error, onChange }: SecretFieldProps) {
  const t = useText()
  const [stored] = useState(value)
  const [typed, setTyped] = useState('')
  const [isRemoved, setIsRemoved] = useState(false)
  const isStored = typeof stored === 'string' && stored !== '' && !isRemoved
  return (
    <Stack gap={6} align="flex-start">
      <PasswordField
        w="100%"
        label={label}
        description={isStored ? t('ui.secret.stored') : description}
        autoComplete="new-password"
        value={typed}
        error={error}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          onChange(currentTarget.value === '' ? (isRemoved ? null : stored) : currentTarget.value)
        }}
      />
      {isStored && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            setIsRemoved(true)
            onChange(typed === '' ? null : typed)
          }}
        >
          {t('ui.secret.remove')}
        </Button>
      )}
    </Stack>
  )
}
