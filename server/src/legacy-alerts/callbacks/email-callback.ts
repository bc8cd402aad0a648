// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates have this form
/** `EmailAlarmCallback`: one mail to each receiver. */
import { configField } from '@logyard/contract/configured/config-field'
import type { ConfigRequest } from '@logyard/contract/configured/configuration'
import { EMAIL_ALARM_CALLBACK } from '@logyard/contract/legacy-alerts/alarm-callbacks'
import { compileJmte } from '@logyard/languages/jmte/jmte'
import type { Mailer } from '../../mail/mailer.ts'
import type { Notifications } from '../../notices/notifications.ts'
import { LogyardError } from '../../platform/errors.ts'
import { alarmCallbackFailed, alarmCallbackRefused } from '../legacy-alert-errors.ts'
import { receiversIn } from '../receivers.ts'
import type { Alarm } from './alarm.ts'
import { type AlarmCallbackType, type CallbackConfiguration, textIn } from './callback-type.ts'

const DEFAULT_SUBJECT = 'Logyard alert for stream: ${stream.title}: ${check_result.resultDescription}'

const DEFAULT_BODY = `Alert:         \${alertCondition.title}
Description:   \${check_result.resultDescription}
Date:          \${check_result.triggeredAt}
Stream:        \${stream.title}
Stream ID:     \${stream.id}
Description:   \${stream.description}
\${if stream_url}Messages:      \${stream_url}
\${end}
\${if backlog}Last messages accounting for this alert:
\${foreach backlog message}
\${message.timestamp} \${message.source}: \${message.message}
\${end}\${else}There are no messages to show.
\${end}`

/** Each gets a mail. */
export const MAX_ALARM_RECEIVERS = 1000
const MAX_TEMPLATE = 50_000

export interface EmailCallbackDeps {
  readonly mailer: Mailer
  readonly notices: Pick<Notifications, 'raise' | 'remove'>
  /** The addresses of a user; none if there is no such user. */
  readonly addressesOf: (username: string) => Promise<readonly string[]>
}

export const createEmailCallback = (deps: EmailCallbackDeps): AlarmCallbackType => ({
  type: EMAIL_ALARM_CALLBACK,
  name: 'Email Alarm Callback [Deprecated]',
  fields: emailFields,
  check: async (configuration) => check(deps, configuration),
  run: async (configuration, alarm, { isTest, signal }) => {
    try {
      await send(deps, configuration, alarm, signal)
      await deps.notices.remove('email_transport_failed')
      await deps.notices.remove('email_transport_configuration_invalid')
    } catch (error) {
      if (!isTest && !signal.aborted) await raise(deps, error)
      throw error
    }
  },
})

const emailFields = (usernames: readonly string[]): ConfigRequest => ({
  sender: configField('text', 'Sender', 'The sender of the mails; that of the server if it is empty', ''),
  subject: configField('text', 'E-Mail Subject', 'The subject of the mails, a template', DEFAULT_SUBJECT, {
    required: true,
  }),
  body: configField('text', 'E-Mail Body', 'The text of the mails, a template', DEFAULT_BODY, {
    attributes: ['textarea'],
  }),
  user_receivers: configField('list', 'User Receivers', 'Users who receive the mails', [], {
    additional_info: { values: Object.fromEntries(usernames.map((name) => [name, name])) },
  }),
  email_receivers: configField('list', 'E-Mail Receivers', 'Addresses that receive the mails', [], {
    attributes: ['allow_create'],
  }),
})

const senderOf = ({ mailer }: EmailCallbackDeps, configuration: CallbackConfiguration): string =>
  textIn(configuration, 'sender') || mailer.from

function check(deps: EmailCallbackDeps, configuration: CallbackConfiguration): void {
  if (senderOf(deps, configuration) === '' || textIn(configuration, 'subject') === '') {
    throw alarmCallbackRefused('Sender or subject are missing or invalid.')
  }
  const texts = ['subject', 'body'].map((name) => textIn(configuration, name))
  if (texts.some((text) => text.length > MAX_TEMPLATE)) {
    throw alarmCallbackRefused(`A template has at most ${MAX_TEMPLATE} characters.`)
  }
  const count = receiversIn(configuration, 'users').length + receiversIn(configuration, 'emails').length
  if (count > MAX_ALARM_RECEIVERS)
    throw alarmCallbackRefused(`A callback has at most ${MAX_ALARM_RECEIVERS} receivers.`)
}

async function send(
  deps: EmailCallbackDeps,
  configuration: CallbackConfiguration,
  alarm: Alarm,
  signal: AbortSignal,
): Promise<void> {
  check(deps, configuration)
  const receivers = await receiversOf(deps, configuration)
  if (receivers.length === 0) throw alarmCallbackFailed('Cannot send emails: empty recipient list.')
  const model = templateModel(alarm)
  const subject = compileJmte(textIn(configuration, 'subject'))
    .render(model)
    .text.replace(/[\r\n]+/g, ' ')
  const text = compileJmte(textIn(configuration, 'body') || DEFAULT_BODY).render(model).text
  const failures: unknown[] = []
  for (const to of receivers) {
    try {
      await deps.mailer.send({ from: senderOf(deps, configuration), to: [to], subject, text }, signal)
    } catch (error) {
      if (isUnconfigured(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** Each address once. */
async function receiversOf(
  { addressesOf }: EmailCallbackDeps,
  configuration: CallbackConfiguration,
): Promise<readonly string[]> {
  const ofUsers = await Promise.all(receiversIn(configuration, 'users').map(addressesOf))
  const all = [...receiversIn(configuration, 'emails'), ...ofUsers.flat()].map((address) => address.trim())
  return [...new Set(all.filter((address) => address !== ''))].slice(0, MAX_ALARM_RECEIVERS)
}

const templateModel = ({ stream, condition, description, triggeredAt, messages, streamUrl }: Alarm) => ({
  stream: { id: stream.id, title: stream.title, description: stream.description },
  check_result: {
    resultDescription: description,
    triggeredAt,
    triggeredCondition: condition,
    triggered: true,
  },
  alertCondition: { ...condition, title: condition.title ?? 'Untitled' },
  stream_url: streamUrl,
  backlog: messages,
  backlog_size: messages.length,
})

const isUnconfigured = (error: unknown): boolean =>
  error instanceof LogyardError && (error.code === 'mail-disabled' || error.code === 'mail-misconfigured')

const raise = ({ notices }: EmailCallbackDeps, error: unknown): Promise<void> =>
  notices.raise(isUnconfigured(error) ? 'email_transport_configuration_invalid' : 'email_transport_failed', 'normal', {
    exception: error instanceof Error ? error.message : '',
  })
