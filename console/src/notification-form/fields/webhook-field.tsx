import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { EditorProps } from '../../ui/fields/field-props.ts'
import { secretToSend, textOf } from '../../ui/fields/field-values.ts'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { AddToWhitelist } from '../../url-whitelist/add-to-whitelist.tsx'
import { useUrlCheck } from '../../url-whitelist/use-url-check.ts'

/** A secret URL, or a secret that is sent to a URL. Below it stands whether the server may request the URL. */
export const WebhookField = ({ field, entityTitle = '', onValue, ...input }: EditorProps<'webhook'>) => (
  <Stack gap={6}>
    <SecretField {...input} onChange={(next) => onValue(secretToSend(next))} />
    <WebhookWhitelist url={field.url ?? textOf(input.value)} title={entityTitle} />
  </Stack>
)

interface WebhookWhitelistProps {
  /** A secret: it is not repeated here. */
  readonly url: string
  readonly title: string
}

/** Says whether the server may request a webhook, and offers to add its host to the whitelist. */
function WebhookWhitelist({ url, title }: WebhookWhitelistProps) {
  const t = useText()
  const state = useUrlCheck(url === PASSWORD_SET ? '' : url)
  const [isAdding, setIsAdding] = useState(false)
  if (state === 'invalid') return <Problem text={t('eventNotifications.webhook.invalid')} />
  if (state === 'allowed') {
    return (
      <Text size="xs" c="dimmed" role="status">
        {t('whitelist.listed')}
      </Text>
    )
  }
  if (state !== 'refused' && !isAdding) return null
  return (
    <Group gap="sm">
      <Problem text={t('eventNotifications.webhook.notListed')} />
      <AddToWhitelist
        newEntry={{ title, url, placeholder: undefined }}
        isOffered
        isAdding={isAdding}
        onAdding={setIsAdding}
      />
    </Group>
  )
}

const Problem = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="var(--mantine-color-error)" role="status">
    {text}
  </Text>
)
