import type { PagerDutyNotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { useText } from '../../base/text/text.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'
import classes from '../notification-form.module.css'
import { secretToSend } from './secret-to-send.ts'
import { TextField } from './text-field.tsx'
import type { TypeFieldsProps } from './type-fields-props.ts'
import { WebhookWhitelist } from './webhook-whitelist.tsx'

/** Where events are sent to: the address of PagerDuty's Events API. */
const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue'

export function PagerDutyFields({ config, errors, title, onChange }: TypeFieldsProps<PagerDutyNotificationConfig>) {
  const t = useText()
  return (
    <>
      <SecretField
        label={t('eventNotifications.pagerduty.routingKey')}
        description={t('eventNotifications.pagerduty.routingKey.help')}
        value={config.routing_key}
        error={errors['routing_key']}
        onChange={(next) => onChange({ routing_key: secretToSend(next) })}
      />
      <WebhookWhitelist url={PAGERDUTY_URL} title={title} />
      <div className={classes['pair']}>
        <TextField
          label={t('eventNotifications.pagerduty.clientName')}
          value={config.client_name}
          onChange={(next) => onChange({ client_name: next })}
        />
        <TextField
          label={t('eventNotifications.pagerduty.clientUrl')}
          type="url"
          value={config.client_url}
          onChange={(next) => onChange({ client_url: next })}
        />
      </div>
      <TextField
        label={t('eventNotifications.pagerduty.keyPrefix')}
        description={t('eventNotifications.pagerduty.keyPrefix.help')}
        value={config.key_prefix}
        onChange={(next) => onChange({ key_prefix: next })}
      />
    </>
  )
}
