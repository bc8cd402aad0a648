import type { Token } from '@logyard/contract/identity/tokens'
import { Alert, Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useServices } from '../../../base/services/services.tsx'
import { useRichText, useText } from '../../../base/text/text.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { DataName } from '../../../ui/data-name.tsx'
import classes from './token-created-dialog.module.css'

/** The only time that a token is shown: the server stores only its hash. */
export function TokenCreatedDialog({ token, onClose }: { token: Token | undefined; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      opened={token !== undefined}
      onClose={onClose}
      closeOnClickOutside={false}
      size="lg"
      title={t('users.tokens.created.title')}
    >
      {token !== undefined && <CreatedToken token={token} onClose={onClose} />}
    </Modal>
  )
}

function CreatedToken({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useText()
  const rich = useRichText()
  const { config } = useServices()
  const api = new URL(config.apiUrl, window.location.href)
  const example = `curl -u ${token.token}:token -H 'Accept: application/json' '${new URL('system/sessions', api)}'`
  return (
    <Stack gap="md">
      <Alert color="amber" icon={<IconAlertTriangle />}>
        {rich('users.tokens.created.once', { name: <DataName>{token.name}</DataName> })}
      </Alert>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          data-autofocus
          className={classes['value'] ?? ''}
          label={t('users.tokens.value')}
          value={token.token}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={token.token} label={t('users.tokens.copy')} withLabel />
      </Group>
      <Stack gap="xs">
        <Text size="sm">{t('users.tokens.example')}</Text>
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <Code block translate="no" className={classes['example'] ?? ''}>
            {example}
          </Code>
          <CopyButton value={example} label={t('users.tokens.example.copy')} />
        </Group>
      </Stack>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('users.tokens.created.done')}</Button>
      </Group>
    </Stack>
  )
}
