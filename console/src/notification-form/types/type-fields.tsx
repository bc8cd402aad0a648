import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../base/text/text.tsx'
import { ChatFields } from './chat-fields.tsx'
import { CustomHttpFields } from './custom-http-fields.tsx'
import { EmailFields } from './email-fields.tsx'
import { HttpFields } from './http-fields.tsx'
import { LegacyFields } from './legacy-fields.tsx'
import { PagerDutyFields } from './pagerduty-fields.tsx'
import { SlackFields } from './slack-fields.tsx'

interface TypeFieldsOptions {
  readonly config: NotificationConfig
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly title: string
  /** `changed` are the names of the fields. */
  readonly onChange: (config: NotificationConfig, changed: readonly string[]) => void
}

/** The fields of the config, by its type. */
export function TypeFields({ config, errors, title, onChange }: TypeFieldsOptions) {
  const t = useText()
  const propsOf = <Config extends NotificationConfig>(own: Config) => ({
    config: own,
    errors,
    title,
    onChange: (change: Partial<Config>) => onChange({ ...own, ...change }, Object.keys(change)),
  })
  switch (config.type) {
    case 'email-notification-v1':
      return <EmailFields {...propsOf(config)} />
    case 'http-notification-v1':
      return <HttpFields {...propsOf(config)} />
    case 'http-notification-v2':
      return <CustomHttpFields {...propsOf(config)} />
    case 'slack-notification-v1':
      return <SlackFields {...propsOf(config)} />
    case 'teams-notification-v1':
      return <ChatFields {...propsOf(config)} />
    case 'pagerduty-notification-v1':
      return <PagerDutyFields {...propsOf(config)} />
    case 'legacy-alarm-callback-notification-v1':
      return <LegacyFields {...propsOf(config)} />
    default:
      return (
        <Alert color="red" variant="light" icon={<IconAlertTriangle />}>
          {t('eventNotifications.type.unknown')}
        </Alert>
      )
  }
}
