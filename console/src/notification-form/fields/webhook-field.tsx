import { PASSWORD_SET } from '@logyard/contract/configured/configuration'
import { getUrlWhitelist, updateUrlWhitelist } from '@logyard/contract/url-whitelist/url-whitelist'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { EditorProps } from '../../ui/fields/field-props.ts'
import { secretToSend, textOf } from '../../ui/fields/field-values.ts'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { useUrlCheck } from '../../url-whitelist/use-url-check.ts'
import { WhitelistDialog } from '../../url-whitelist/whitelist-dialog.tsx'

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
  const may = useMay()
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
      {may([getUrlWhitelist, updateUrlWhitelist]) && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setIsAdding(true)}
        >
          {t('whitelist.addUrl')}
        </Button>
      )}
      {isAdding && (
        <WhitelistDialog newEntry={{ title, url, placeholder: undefined }} onClose={() => setIsAdding(false)} />
      )}
    </Group>
  )
}

const Problem = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="var(--mantine-color-error)" role="status">
    {text}
  </Text>
)
