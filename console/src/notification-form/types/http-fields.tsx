import type { HttpNotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { useText } from '../../base/text/text.tsx'
import { WhitelistedUrlInput } from '../../url-whitelist/whitelisted-url-input.tsx'
import type { TypeFieldsProps } from './type-fields-props.ts'

export function HttpFields({ config, errors, title, onChange }: TypeFieldsProps<HttpNotificationConfig>) {
  const t = useText()
  return (
    <WhitelistedUrlInput
      label={t('eventNotifications.url')}
      description={t('eventNotifications.http.url.help')}
      isRequired
      entryTitle={title}
      value={config.url ?? ''}
      error={errors['url']}
      onChange={(url) => onChange({ url })}
    />
  )
}
