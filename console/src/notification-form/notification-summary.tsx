import type { NotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { Code, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../base/services/services.tsx'
import type { MessageId } from '../base/text/catalogues.ts'
import { useText } from '../base/text/text.tsx'
import { type Definition, DefinitionList } from '../ui/definition-list.tsx'
import classes from './notification-form.module.css'
import { NotificationTypeName } from './notification-type-name.tsx'
import { isKnownType, type NotificationTypeName as TypeName } from './notification-types.ts'
import { callbackTypesQuery } from './types/legacy-fields.tsx'

const LABELS: Readonly<Record<TypeName, Readonly<Record<string, MessageId>>>> = {
  'email-notification-v1': {
    user_recipients: 'eventNotifications.email.users',
    email_recipients: 'eventNotifications.email.addresses',
    sender: 'eventNotifications.email.sender',
    subject: 'eventNotifications.email.subject',
    body_template: 'eventNotifications.body',
    html_body_template: 'eventNotifications.email.html',
    reply_to: 'eventNotifications.email.replyTo',
    cc_emails: 'eventNotifications.email.cc',
    bcc_emails: 'eventNotifications.email.bcc',
    single_email: 'eventNotifications.email.single',
    time_zone: 'ui.timeZone',
  },
  'http-notification-v1': { url: 'eventNotifications.url' },
  'http-notification-v2': {
    url: 'eventNotifications.url',
    method: 'eventNotifications.http.method',
    content_type: 'eventNotifications.http.contentType',
    headers: 'eventNotifications.http.headers',
    body_template: 'eventNotifications.body',
    basic_auth_user: 'eventNotifications.http.user',
    basic_auth_password: 'eventNotifications.http.password',
    bearer_token: 'eventNotifications.http.token',
    timeout_seconds: 'eventNotifications.http.timeout',
    retries: 'eventNotifications.http.retries',
    retry_delay_seconds: 'eventNotifications.http.retryDelay',
  },
  'slack-notification-v1': {
    webhook_url: 'eventNotifications.webhook',
    custom_message: 'eventNotifications.customMessage',
    notify_channel: 'eventNotifications.slack.notifyChannel',
    channel: 'eventNotifications.slack.channel',
    user_name: 'eventNotifications.slack.userName',
    icon_emoji: 'eventNotifications.slack.iconEmoji',
    icon_url: 'eventNotifications.slack.iconUrl',
    color: 'eventNotifications.slack.color',
    link_names: 'eventNotifications.slack.linkNames',
  },
  'teams-notification-v1': {
    webhook_url: 'eventNotifications.webhook',
    custom_message: 'eventNotifications.customMessage',
  },
  'pagerduty-notification-v1': {
    routing_key: 'eventNotifications.pagerduty.routingKey',
    client_name: 'eventNotifications.pagerduty.clientName',
    client_url: 'eventNotifications.pagerduty.clientUrl',
    key_prefix: 'eventNotifications.pagerduty.keyPrefix',
  },
  'legacy-alarm-callback-notification-v1': {},
}

/** Answered as a placeholder if they are set. */
const SECRETS: ReadonlySet<string> = new Set(['webhook_url', 'routing_key', 'basic_auth_password', 'bearer_token'])

const TEMPLATES: ReadonlySet<string> = new Set(['body_template', 'html_body_template', 'custom_message'])

/** A config, under the labels of its form. Secrets are not shown; what is not set is left out. */
export function NotificationSummary({ config }: { readonly config: NotificationConfig }) {
  const t = useText()
  const factOf = (name: string, value: unknown) => {
    if (SECRETS.has(name)) return <span>{t('eventNotifications.secret.set')}</span>
    return TEMPLATES.has(name) ? (
      <Code block translate="no" className={classes['template'] ?? ''}>
        {String(value)}
      </Code>
    ) : (
      shown(value)
    )
  }
  const labels = isKnownType(config.type) ? LABELS[config.type] : {}
  const facts = Object.entries(config).flatMap(([name, value]): Definition[] => {
    const label = labels[name]
    if (label === undefined || isUnset(value)) return []
    return [{ label: t(label), value: factOf(name, value) }]
  })
  const type = { label: t('eventNotifications.type'), value: <NotificationTypeName type={config.type} /> }
  return (
    <>
      <DefinitionList items={[type, ...facts]} />
      {config.type === 'legacy-alarm-callback-notification-v1' && (
        <CallbackFacts type={config.callback_type ?? ''} configuration={config.configuration ?? {}} />
      )}
    </>
  )
}

const isUnset = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0)

function shown(value: unknown): ReactNode {
  if (typeof value === 'boolean' || typeof value === 'number') return value
  if (Array.isArray(value)) return value.join(', ')
  // Values of headers may be secrets.
  if (typeof value === 'object' && value !== null) return Object.keys(value).join(', ')
  return (
    <Text span inherit translate="no" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {String(value)}
    </Text>
  )
}

interface CallbackFactsProps {
  readonly type: string
  readonly configuration: Readonly<Record<string, unknown>>
}

function CallbackFacts({ type, configuration }: CallbackFactsProps) {
  const t = useText()
  const known = useQuery(callbackTypesQuery(useCall())).data?.[type]
  const facts = Object.entries(configuration).filter(([, value]) => !isUnset(value))
  return (
    <DefinitionList
      items={[
        { label: t('eventNotifications.legacy.type'), value: known?.name ?? type },
        ...facts.map(([name, value]) => ({
          label: known?.configuration[name]?.human_name ?? name,
          isLabelData: true,
          value: shown(value),
        })),
      ]}
    />
  )
}
