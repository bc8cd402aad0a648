import { Button, Group, Popover, Stack, Text, TextInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useServices } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'

export interface TypedCredentials {
  readonly username: string
  readonly password: string
}

interface CredentialsFormProps {
  readonly credentials: TypedCredentials | undefined
  readonly onChange: (credentials: TypedCredentials | undefined) => void
}

/** The credentials that requests carry: the console's session, or a user, token or session typed here. */
export function CredentialsForm({ credentials, onChange }: CredentialsFormProps) {
  const t = useText()
  const { session } = useServices()
  const [isOpen, setIsOpen] = useState(false)
  const who =
    credentials !== undefined
      ? t('apiBrowser.as', { name: credentials.username })
      : session.current() === undefined
        ? t('apiBrowser.asNobody')
        : t('apiBrowser.asSession')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const entries = new FormData(event.currentTarget)
    const username = String(entries.get('username') ?? '')
    onChange(username === '' ? undefined : { username, password: String(entries.get('password') ?? '') })
    setIsOpen(false)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withArrow
      shadow="md"
    >
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconKey size={14} />} onClick={() => setIsOpen(!isOpen)}>
          {who}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('apiBrowser.credentials')}>
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Text size="sm">{t('apiBrowser.credentials.help')}</Text>
            <TextInput
              name="username"
              label={t('apiBrowser.username')}
              defaultValue={credentials?.username ?? ''}
              autoComplete="off"
            />
            <PasswordField
              name="password"
              label={t('apiBrowser.password')}
              defaultValue={credentials?.password ?? ''}
              autoComplete="off"
            />
            <Group justify="flex-end" gap="xs">
              {credentials !== undefined && (
                <Button size="xs" variant="subtle" color="gray" onClick={() => onChange(undefined)}>
                  {t('apiBrowser.credentials.forget')}
                </Button>
              )}
              <Button size="xs" type="submit">
                {t('apiBrowser.credentials.use')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
