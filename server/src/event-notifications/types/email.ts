/** `email-notification-v1`: one mail for each address, or one for all. */

import type { TypeFormOf } from '@logyard/contract/configured/field'
import type { TemplateModel } from '@logyard/contract/event-notifications/event-notifications'
import {
  DEFAULT_EMAIL_BODY,
  DEFAULT_EMAIL_SUBJECT,
  type EmailNotificationConfig,
} from '@logyard/contract/event-notifications/notification-configs'
import { isServerFailure, type Mailer } from '../../mail/mailer.ts'
import type { Notifications } from '../../notices/notifications.ts'
import { LogyardError } from '../../platform/errors.ts'
import {
  type NotificationContext,
  NotificationPutOff,
  type NotificationType,
  type RenderTemplates,
} from '../notification-type.ts'
import { isTimeZone } from '../time-zone.ts'

export interface EmailTypeDeps {
  readonly mailer: Mailer
  readonly notices: Pick<Notifications, 'raise' | 'remove'>
  /** The addresses of a user; none if there is no such user. */
  readonly addressesOf: (username: string) => Promise<readonly string[]>
}

export const MAX_RECIPIENTS = 1000

const UNCONFIGURED = 'Notification has email recipients and is triggered, but email transport is not configured.'

export function createEmailType(deps: EmailTypeDeps): NotificationType<EmailNotificationConfig> {
  return {
    type: 'email-notification-v1',
    defaultConfig: {
      type: 'email-notification-v1',
      sender: null,
      subject: DEFAULT_EMAIL_SUBJECT,
      body_template: DEFAULT_EMAIL_BODY,
      user_recipients: [],
      email_recipients: [],
    },
    form: (caller) => formOf(deps.mailer.from, caller.holds('system:read')),
    secrets: [],
    secretsFor: () => '',
    normalise: (config) => ({
      ...config,
      sender: config.sender ?? deps.mailer.from,
      subject: config.subject ?? DEFAULT_EMAIL_SUBJECT,
      body_template: config.body_template ?? DEFAULT_EMAIL_BODY,
      user_recipients: config.user_recipients ?? [],
      email_recipients: config.email_recipients ?? [],
    }),
    problems,
    send: (config, context) => sendMails(deps, config, context),
  }
}

const TO_NAMES = 'Type ${ for names.'
/** Field of the error that no recipients are named. */
const RECIPIENTS = { name: 'recipients', label: 'Recipients' }
const ADDRESSES = {
  options: [],
  is_open: true,
  separators: [',', ';', ' '],
  placeholder: 'name@example.org',
}
const MORE = { section: 'More mail options', is_optional: true } as const

/**
 * `from` is the sender of mails that do not name one; empty if the settings have none. It is shown to those who may
 * read the settings of mail.
 */
const formOf = (from: string, isShown: boolean): TypeFormOf<EmailNotificationConfig> => ({
  title: 'Email notification',
  help: 'To users and addresses, as text or HTML',
  fields: [
    { kind: 'mail_state', name: 'mail', label: 'Mail' },
    { kind: 'users', name: 'user_recipients', label: 'User recipients', shared_error: RECIPIENTS },
    {
      kind: 'list',
      name: 'email_recipients',
      label: 'Email recipients',
      ...ADDRESSES,
      shared_error: RECIPIENTS,
    },
    {
      kind: 'text',
      name: 'sender',
      label: 'Sender',
      is_null_if_empty: true,
      ...(from === ''
        ? {}
        : {
            is_optional: true,
            help: 'Empty for the sender of the mail settings.',
            ...(isShown ? { placeholder: from } : {}),
          }),
    },
    { kind: 'template', name: 'subject', label: 'Subject', is_one_line: true },
    {
      kind: 'template',
      name: 'body_template',
      label: 'Body template',
      help: TO_NAMES,
      // Either this one or the one in HTML is needed.
      shared_error: { name: 'body_template', label: 'Body template' },
    },
    {
      kind: 'template',
      name: 'html_body_template',
      label: 'HTML body template',
      help: 'Values of the event are escaped.',
      section: 'HTML body template',
      is_optional: true,
      is_html: true,
    },
    {
      kind: 'preview',
      name: 'preview',
      label: 'Preview',
      templates: ['subject', 'body_template', 'html_body_template'],
    },
    { kind: 'text', name: 'reply_to', label: 'Reply to', is_null_if_empty: true, ...MORE },
    { kind: 'list', name: 'cc_emails', label: 'Cc', ...ADDRESSES, ...MORE },
    { kind: 'list', name: 'bcc_emails', label: 'Bcc', ...ADDRESSES, ...MORE },
    {
      kind: 'flag',
      name: 'single_email',
      label: 'One mail to all recipients',
      help: 'Recipients see each other.',
      section: MORE.section,
    },
    {
      kind: 'time_zone',
      name: 'time_zone',
      label: 'Time zone',
      help: 'Of the times in the mail. Default: UTC.',
      ...MORE,
    },
  ],
})

const isEmpty = (text: string | null | undefined): boolean => (text ?? '').trim() === ''

function problems(config: EmailNotificationConfig): Readonly<Record<string, readonly string[]>> {
  const recipients = [...(config.user_recipients ?? []), ...(config.email_recipients ?? [])]
  const empty = (name: string) => [`Email Notification ${name} cannot be empty.`]
  return {
    ...(isEmpty(config.sender) ? { sender: empty('sender') } : {}),
    ...(isEmpty(config.subject) ? { subject: empty('subject') } : {}),
    ...(isEmpty(config.body_template) && isEmpty(config.html_body_template)
      ? { body_template: empty('body template') }
      : {}),
    ...(recipients.length === 0
      ? { recipients: ['Email Notification must have email recipients or user recipients.'] }
      : {}),
    ...(config.time_zone && !isTimeZone(config.time_zone)
      ? { time_zone: [`"${config.time_zone}" is not a known time zone.`] }
      : {}),
  }
}

async function sendMails(
  deps: EmailTypeDeps,
  config: EmailNotificationConfig,
  { model, render, isTest, signal }: NotificationContext,
): Promise<void> {
  const { mailer, notices } = deps
  const recipients = await recipientsOf(deps, config)
  if (recipients.length === 0) {
    if (!isTest) await raiseNoRecipients(notices, model)
    throw new LogyardError('failed', 'mail-without-recipients', 'Cannot send emails: empty recipient list.')
  }
  const mail = await mailOf(config, render)
  const failures: unknown[] = []
  let copies: ReturnType<typeof copiesOf> = copiesOf(config)
  for (const to of config.single_email === true ? [recipients] : recipients.map((one) => [one])) {
    try {
      await mailer.send({ ...mail, ...copies, to }, signal)
      copies = {}
    } catch (error) {
      if (isUnconfigured(error)) throw await unconfigured(notices, error, isTest)
      failures.push(error)
      if (signal.aborted || isServerFailure(error)) break
    }
  }
  const [first] = failures
  if (first === undefined) {
    await notices.remove('email_transport_failed')
    await notices.remove('email_transport_configuration_invalid')
    return
  }
  if (!isTest) await raiseFailed(notices, first)
  throw first
}

/** They go with one mail, however many recipients have a mail of their own. */
const copiesOf = ({ cc_emails, bcc_emails }: EmailNotificationConfig) => ({
  ...(cc_emails?.length ? { cc: cc_emails } : {}),
  ...(bcc_emails?.length ? { bcc: bcc_emails } : {}),
})

/** Each address once. */
async function recipientsOf({ addressesOf }: EmailTypeDeps, config: EmailNotificationConfig): Promise<string[]> {
  const ofUsers = await Promise.all((config.user_recipients ?? []).map(addressesOf))
  const all = [...(config.email_recipients ?? []), ...ofUsers.flat()].map((address) => address.trim())
  return [...new Set(all.filter((address) => address !== ''))].slice(0, MAX_RECIPIENTS)
}

async function mailOf(config: EmailNotificationConfig, render: RenderTemplates) {
  const { sender, reply_to, body_template, html_body_template, time_zone } = config
  const [subject = '', text = '', html = ''] = await render(
    [
      { template: config.subject ?? DEFAULT_EMAIL_SUBJECT, kind: 'line' },
      { template: body_template ?? '', kind: 'text' },
      { template: html_body_template ?? '', kind: 'html' },
    ],
    time_zone || undefined,
  )
  return {
    ...(isEmpty(sender) ? {} : { from: sender ?? '' }),
    ...(isEmpty(reply_to) ? {} : { replyTo: reply_to ?? '' }),
    subject,
    ...(isEmpty(body_template) ? {} : { text }),
    ...(isEmpty(html_body_template) ? {} : { html }),
  }
}

const isUnconfigured = (error: unknown): error is LogyardError =>
  error instanceof LogyardError && (error.code === 'mail-disabled' || error.code === 'mail-misconfigured')

async function unconfigured(notices: EmailTypeDeps['notices'], error: LogyardError, isTest: boolean) {
  const message = `${UNCONFIGURED} ${error.message}`
  if (!isTest) await notices.raise('email_transport_configuration_invalid', 'normal', { exception: message })
  return new NotificationPutOff(message, { cause: error })
}

const raiseFailed = (notices: EmailTypeDeps['notices'], error: unknown) =>
  notices.raise('email_transport_failed', 'normal', { exception: error instanceof Error ? error.message : '' })

const raiseNoRecipients = (notices: EmailTypeDeps['notices'], model: TemplateModel) =>
  notices.raise('generic', 'normal', {
    title: 'No recipients have been defined!',
    description: `The event definition "${model.event_definition_title}" has an email notification without recipients.`,
    page: 'event-notifications',
  })
