import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import { Stack, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { EditorProps } from '../../ui/fields/field-props.ts'
import { secretToSend, textOf } from '../../ui/fields/field-values.ts'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { AllowUrl } from '../../url-whitelist/allow-url.tsx'
import { useUrlCheck } from '../../url-whitelist/use-url-check.ts'

/** A secret URL, or a secret that is sent to a URL. Below it stands whether the server may request the URL. */
export const WebhookField = ({ field, entityTitle = '', onValue, ...input }: EditorProps<'webhook'>) => (
  <Stack gap={6}>
    <SecretField {...input} onChange={(next) => onValue(secretToSend(next))} />
    <WebhookWhitelist url={field.url ?? textOf(input.value)} isSecret={field.url === undefined} title={entityTitle} />
  </Stack>
)

interface WebhookWhitelistProps {
  readonly url: string
  /** The entry of the whitelist is then for the host: it must not contain the secret. */
  readonly isSecret: boolean
  readonly title: string
}

/** Says whether the server may request a webhook, and lets users with the permission allow it. */
function WebhookWhitelist({ url, isSecret, title }: WebhookWhitelistProps) {
  const t = useText()
  const state = useUrlCheck(url === PASSWORD_SET ? '' : url)
  if (state === 'invalid') {
    return (
      <Text size="xs" c="dimmed" role="status">
        {t('eventNotifications.webhook.invalid')}
      </Text>
    )
  }
  if (state === 'allowed') {
    return (
      <Text size="xs" c="dimmed" role="status">
        {t('whitelist.listed')}
      </Text>
    )
  }
  if (state !== 'refused') return null
  if (!isSecret) return <AllowUrl entry={{ title, url }} />
  const { origin, host } = new URL(url)
  return <AllowUrl entry={{ title, url: `${origin}/*`, placeholder: '*' }} host={host} />
}
