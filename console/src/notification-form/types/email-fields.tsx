import type { EmailNotificationConfig } from '@logyard/contract/event-notifications/notification-configs'
import { getMailTransport } from '@logyard/contract/mail/mail'
import { Checkbox, Pill, TagsInput, type TagsInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { mailTransportQuery } from '../../mail/mail-transport-query.ts'
import { MailWarning } from '../../mail/mail-warning.tsx'
import { TimeZoneSelect } from '../../ui/form/time-zone-select.tsx'
import { MoreFields } from '../more-fields.tsx'
import { TemplatePreview } from '../preview/template-preview.tsx'
import { useTemplateNames } from '../preview/use-template-names.ts'
import { TemplateInput } from '../template-input/template-input.tsx'
import { TextField } from './text-field.tsx'
import type { TypeFieldsProps } from './type-fields-props.ts'
import { UserRecipients } from './user-recipients.tsx'

type Props = TypeFieldsProps<EmailNotificationConfig>

export function EmailFields(props: Props) {
  const { config, errors, onChange } = props
  const t = useText()
  return (
    <>
      <MailWarning />
      <UserRecipients
        value={config.user_recipients ?? []}
        error={errors['user_recipients'] ?? errors['recipients']}
        onChange={(names) => onChange({ user_recipients: names })}
      />
      <Addresses
        label={t('eventNotifications.email.addresses')}
        value={config.email_recipients ?? []}
        error={errors['email_recipients'] ?? errors['recipients']}
        onChange={(addresses) => onChange({ email_recipients: addresses })}
      />
      <Sender {...props} />
      <Texts {...props} />
      <MoreOptions {...props} />
    </>
  )
}

/** Empty for the sender of the server's settings, if it has one. */
function Sender({ config, errors, onChange }: Props) {
  const t = useText()
  const transport = useQuery({ ...mailTransportQuery(useCall()), enabled: useMay()(getMailTransport) })
  const from = transport.data?.from ?? ''
  return (
    <TextField
      label={t('eventNotifications.email.sender')}
      description={from === '' ? undefined : t('eventNotifications.email.sender.help')}
      placeholder={from}
      required={transport.isSuccess && from === ''}
      value={config.sender}
      error={errors['sender']}
      onChange={(sender) => onChange({ sender: sender === '' ? null : sender })}
    />
  )
}

function Texts({ config, errors, onChange }: Props) {
  const t = useText()
  const names = useTemplateNames()
  const [subject, body, html] = [config.subject ?? '', config.body_template ?? '', config.html_body_template ?? '']
  return (
    <>
      <TemplateInput
        label={t('eventNotifications.email.subject')}
        isRequired
        isOneLine
        names={names}
        value={subject}
        error={errors['subject']}
        onChange={(next) => onChange({ subject: next })}
      />
      <TemplateInput
        label={t('eventNotifications.body')}
        description={t('eventNotifications.template.help')}
        names={names}
        value={body}
        error={errors['body_template']}
        onChange={(next) => onChange({ body_template: next })}
      />
      <MoreFields
        label={t('eventNotifications.email.html')}
        isUsed={html !== ''}
        hasError={errors['html_body_template'] !== undefined}
      >
        <TemplateInput
          label={t('eventNotifications.email.html')}
          description={t('eventNotifications.email.html.help')}
          names={names}
          value={html}
          error={errors['html_body_template']}
          onChange={(next) => onChange({ html_body_template: next })}
        />
      </MoreFields>
      <TemplatePreview
        parts={[
          { label: t('eventNotifications.email.subject'), template: subject },
          { label: t('eventNotifications.body'), template: body },
          ...(html === '' ? [] : [{ label: t('eventNotifications.email.html'), template: html, isHtml: true }]),
        ]}
      />
    </>
  )
}

function MoreOptions({ config, errors, onChange }: Props) {
  const t = useText()
  const { reply_to, cc_emails, bcc_emails, single_email, time_zone } = config
  return (
    <MoreFields
      label={t('eventNotifications.email.more')}
      isUsed={Boolean(reply_to || cc_emails?.length || bcc_emails?.length || single_email || time_zone)}
      hasError={errors['time_zone'] !== undefined}
    >
      <TextField
        label={t('eventNotifications.email.replyTo')}
        value={reply_to}
        error={errors['reply_to']}
        onChange={(next) => onChange({ reply_to: next === '' ? null : next })}
      />
      <Addresses
        label={t('eventNotifications.email.cc')}
        value={cc_emails ?? []}
        onChange={(addresses) => onChange({ cc_emails: addresses })}
      />
      <Addresses
        label={t('eventNotifications.email.bcc')}
        value={bcc_emails ?? []}
        onChange={(addresses) => onChange({ bcc_emails: addresses })}
      />
      <Checkbox
        label={t('eventNotifications.email.single')}
        description={t('eventNotifications.email.single.help')}
        checked={single_email === true}
        onChange={({ currentTarget }) => onChange({ single_email: currentTarget.checked })}
      />
      <TimeZoneSelect
        description={t('eventNotifications.email.timeZone.help')}
        value={time_zone ?? ''}
        error={errors['time_zone']}
        onChange={(zone) => onChange({ time_zone: zone === '' ? null : zone })}
      />
    </MoreFields>
  )
}

interface AddressesProps extends Pick<TagsInputProps, 'label' | 'error'> {
  readonly value: readonly string[]
  readonly onChange: (addresses: string[]) => void
}

/** Comma, semicolon, blank and Enter end an address. */
function Addresses({ value, ...rest }: AddressesProps) {
  const t = useText()
  return (
    <TagsInput
      {...rest}
      placeholder={value.length === 0 ? t('eventNotifications.email.addresses.placeholder') : ''}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      renderPill={({ value: address, onRemove }) => (
        <Pill withRemoveButton onRemove={() => onRemove?.()} translate="no">
          {address}
        </Pill>
      )}
      value={[...value]}
    />
  )
}
