// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** Notifications for Slack, Microsoft Teams and PagerDuty. */
import type { FieldOf } from '@logyard/contract/configured/field'
import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'
import type {
  PagerDutyNotificationConfig,
  SlackNotificationConfig,
  TeamsNotificationConfig,
} from '@logyard/contract/event-notifications/notification-configs'
import { escapedText } from '../escaped-model.ts'
import type { NotificationType, RenderTemplates } from '../notification-type.ts'
import { templateProblems } from '../template-problems.ts'
import { JSON_HEADERS } from './http.ts'
import type { SendOver } from './post-json.ts'

const TITLE = '${if recovered}Resolved: ${end}${event_definition_title}: ${event.message}'
const DEFAULT_MESSAGE = '${explanation}'
const PRIORITY_NAMES: Readonly<Record<number, string>> = { 1: 'Low', 2: 'Normal', 3: 'High' }
const RED = '#e03131'
const GREEN = '#2f9e44'
/** Slack refuses longer texts. */
const MAX_CHAT_TEXT = 3000

const colorOf = ({ recovered }: TemplateModel, color: string | null | undefined): string =>
  recovered ? GREEN : (color ?? '') || RED

/** Title and text. A text without a template is empty. */
async function chatTexts(render: RenderTemplates, template: string | null | undefined, kind: 'slack' | 'markdown') {
  const isEmpty = (template ?? '').trim() === ''
  const [title = '', text = ''] = await render([
    { template: TITLE, kind: 'line' },
    ...(isEmpty ? [] : [{ template: template ?? '', kind }]),
  ])
  return { title, text: text.slice(0, MAX_CHAT_TEXT) }
}

const facts = ({ event }: TemplateModel): readonly (readonly [string, string])[] => [
  ['Priority', PRIORITY_NAMES[event.priority] ?? String(event.priority)],
  ['Time', event.timestamp],
  ...(event.key ? [['Key', event.key] as const] : []),
  ...Object.entries(event.fields).slice(0, 20),
]

const required = (name: string, value: string | null | undefined, what: string) =>
  (value ?? '').trim() === '' ? { [name]: [`${what} cannot be empty.`] } : {}

const webhookField: FieldOf<'webhook'> & { readonly name: 'webhook_url' } = {
  kind: 'webhook',
  name: 'webhook_url',
  label: 'Webhook URL',
  help: 'A secret: it is not shown again.',
}
const messageField: FieldOf<'template'> & { readonly name: 'custom_message' } = {
  kind: 'template',
  name: 'custom_message',
  label: 'Message template',
  help: 'Follows the title. Type ${ for names.',
  is_optional: true,
}
const previewField: FieldOf<'preview'> = {
  kind: 'preview',
  name: 'preview',
  label: 'Preview',
  templates: ['custom_message'],
}
const APPEARANCE = { section: 'Channel and appearance', is_optional: true } as const

export const createSlackType = (sendOver: SendOver): NotificationType<SlackNotificationConfig> => ({
  type: 'slack-notification-v1',
  defaultConfig: { type: 'slack-notification-v1', webhook_url: '', custom_message: DEFAULT_MESSAGE },
  form: {
    title: 'Slack notification',
    help: 'To a channel, over an incoming webhook',
    fields: [
      webhookField,
      messageField,
      previewField,
      { kind: 'flag', name: 'notify_channel', label: 'Notify everyone in the channel (@channel)' },
      { kind: 'text', name: 'channel', label: 'Channel', placeholder: '#alerts', is_narrow: true, ...APPEARANCE },
      { kind: 'text', name: 'user_name', label: 'User name', is_narrow: true, ...APPEARANCE },
      {
        kind: 'text',
        name: 'icon_emoji',
        label: 'Icon emoji',
        placeholder: ':rotating_light:',
        is_narrow: true,
        ...APPEARANCE,
      },
      { kind: 'text', name: 'icon_url', label: 'Icon URL', format: 'url', is_narrow: true, ...APPEARANCE },
      { kind: 'text', name: 'color', label: 'Color', placeholder: RED, is_narrow: true, ...APPEARANCE },
      {
        kind: 'flag',
        name: 'link_names',
        label: 'Link user names and channels in the text',
        section: APPEARANCE.section,
      },
    ],
  },
  secrets: ['webhook_url'],
  secretsFor: () => '',
  normalise: (config) => config,
  problems: (config) => ({
    ...required('webhook_url', config.webhook_url, 'Slack Notification webhook URL'),
    ...templateProblems('custom_message', config.custom_message),
  }),
  async send(config, { model, render, signal }) {
    const { title, text } = await chatTexts(render, config.custom_message, 'slack')
    const body = {
      text: slackText(config.notify_channel === true ? `<!channel> ` : '', title.slice(0, MAX_CHAT_TEXT)),
      ...(config.channel ? { channel: config.channel } : {}),
      ...(config.user_name ? { username: config.user_name } : {}),
      ...(config.icon_url ? { icon_url: config.icon_url } : {}),
      ...(config.icon_emoji ? { icon_emoji: config.icon_emoji } : {}),
      ...(config.link_names === true ? { link_names: true } : {}),
      attachments: [
        {
          color: colorOf(model, config.color),
          ...(text === '' ? {} : { text }),
          fields: facts(model).map(([name, value]) => ({
            title: name,
            value: slackText('', value),
            short: value.length < 40,
          })),
          ...(model.event_url === '' ? {} : { title: 'Open in Logyard', title_link: model.event_url }),
        },
      ],
    }
    const headers = new Headers(JSON_HEADERS)
    await sendOver({ url: config.webhook_url ?? '', isUrlSecret: true, headers, body: JSON.stringify(body), signal })
  },
})

/** Texts of messages must not mention people or channels. */
const slackText = (prefix: string, text: string): string => prefix + escapedText(text, 'slack')

export const createTeamsType = (sendOver: SendOver): NotificationType<TeamsNotificationConfig> => ({
  type: 'teams-notification-v1',
  defaultConfig: { type: 'teams-notification-v1', webhook_url: '', custom_message: DEFAULT_MESSAGE },
  form: {
    title: 'Teams notification',
    help: 'To a channel, over a workflow',
    fields: [webhookField, messageField, previewField],
  },
  secrets: ['webhook_url'],
  secretsFor: () => '',
  normalise: (config) => config,
  problems: (config) => ({
    ...required('webhook_url', config.webhook_url, 'Teams Notification webhook URL'),
    ...templateProblems('custom_message', config.custom_message),
  }),
  async send(config, { model, render, signal }) {
    const { title, text } = await chatTexts(render, config.custom_message, 'markdown')
    const card = {
      type: 'AdaptiveCard',
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      version: '1.4',
      body: [
        {
          type: 'TextBlock',
          text: escapedText(title, 'markdown'),
          weight: 'Bolder',
          size: 'Medium',
          wrap: true,
          color: model.recovered ? 'Good' : 'Attention',
        },
        ...(text === '' ? [] : [{ type: 'TextBlock', text, wrap: true }]),
        {
          type: 'FactSet',
          facts: facts(model).map(([name, value]) => ({ title: name, value: escapedText(value, 'markdown') })),
        },
      ],
      ...(model.event_url === ''
        ? {}
        : { actions: [{ type: 'Action.OpenUrl', title: 'Open in Logyard', url: model.event_url }] }),
    }
    const attachments = [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }]
    const body = JSON.stringify({ type: 'message', attachments })
    const headers = new Headers(JSON_HEADERS)
    await sendOver({ url: config.webhook_url ?? '', isUrlSecret: true, headers, body, signal })
  },
})

export const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue'
const SEVERITIES: Readonly<Record<number, string>> = { 1: 'info', 2: 'warning', 3: 'critical' }
const MAX_SUMMARY = 1024
const MAX_DEDUP_KEY = 255

export const createPagerDutyType = (
  sendOver: SendOver,
  url = PAGERDUTY_URL,
): NotificationType<PagerDutyNotificationConfig> => ({
  type: 'pagerduty-notification-v1',
  defaultConfig: { type: 'pagerduty-notification-v1', routing_key: '', client_name: '', client_url: '' },
  form: {
    title: 'PagerDuty notification',
    help: 'Opens and resolves incidents',
    fields: [
      {
        kind: 'webhook',
        name: 'routing_key',
        label: 'Routing key',
        help: 'Of an integration over events (v2). Not shown again.',
        url,
      },
      { kind: 'text', name: 'client_name', label: 'Client name', is_narrow: true, is_optional: true },
      {
        kind: 'text',
        name: 'client_url',
        label: 'Client URL',
        format: 'url',
        is_narrow: true,
        is_optional: true,
      },
      {
        kind: 'text',
        name: 'key_prefix',
        label: 'Deduplication key prefix',
        help: 'Keeps incidents apart from those of other systems.',
        is_optional: true,
      },
    ],
  },
  secrets: ['routing_key'],
  secretsFor: () => '',
  normalise: (config) => config,
  problems: (config) => required('routing_key', config.routing_key, 'PagerDuty Notification routing key'),
  async send(config, { model, render, incident, signal }) {
    const { event } = model
    const [title = ''] = await render([{ template: TITLE, kind: 'line' }])
    const body = {
      routing_key: config.routing_key,
      event_action: model.recovered ? 'resolve' : 'trigger',
      dedup_key: `${config.key_prefix ?? ''}${incident}`.slice(0, MAX_DEDUP_KEY),
      ...(config.client_name ? { client: config.client_name } : {}),
      ...(config.client_url ? { client_url: config.client_url } : {}),
      ...(model.event_url === '' ? {} : { links: [{ href: model.event_url, text: 'Open in Logyard' }] }),
      payload: {
        summary: title.slice(0, MAX_SUMMARY),
        source: event.source,
        severity: SEVERITIES[event.priority] ?? 'warning',
        timestamp: event.timestamp,
        custom_details: { ...Object.fromEntries(facts(model)), description: model.event_definition_description },
      },
    }
    await sendOver({ url, headers: new Headers(JSON_HEADERS), body: JSON.stringify(body), signal })
  },
})
