import type { TeamsNotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { Stack } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { TemplatePreview } from '../preview/template-preview.tsx'
import { useTemplateNames } from '../preview/use-template-names.ts'
import { TemplateInput } from '../template-input/template-input.tsx'
import { secretToSend } from './secret-to-send.ts'
import type { TypeFieldsProps } from './type-fields-props.ts'
import { WebhookWhitelist } from './webhook-whitelist.tsx'

type ChatConfig = Pick<TeamsNotificationConfig, 'webhook_url' | 'custom_message'>

/** The fields that Slack and Teams have in common. */
export function ChatFields({ config, errors, title, onChange }: TypeFieldsProps<ChatConfig>) {
  const t = useText()
  const names = useTemplateNames()
  const message = config.custom_message ?? ''
  return (
    <>
      <Stack gap={6}>
        <SecretField
          label={t('eventNotifications.webhook')}
          description={t('eventNotifications.webhook.help')}
          value={config.webhook_url}
          error={errors['webhook_url']}
          onChange={(next) => onChange({ webhook_url: secretToSend(next) })}
        />
        <WebhookWhitelist url={config.webhook_url ?? ''} title={title} />
      </Stack>
      <TemplateInput
        label={t('eventNotifications.customMessage')}
        description={t('eventNotifications.customMessage.help')}
        names={names}
        value={message}
        error={errors['custom_message']}
        onChange={(next) => onChange({ custom_message: next })}
      />
      {message.trim() !== '' && (
        <TemplatePreview parts={[{ label: t('eventNotifications.customMessage'), template: message }]} />
      )}
    </>
  )
}
