import { MailWarning } from '../../mail/mail-warning.tsx'
import type { FieldEditors } from '../../ui/fields/field-props.ts'
import { UrlField } from '../../url-whitelist/url-field.tsx'
import { CallbackField } from './callback-field.tsx'
import { PreviewField, TemplateField } from './template-field.tsx'
import { UsersField } from './users-field.tsx'
import { WebhookField } from './webhook-field.tsx'

/** The fields of notifications that other forms do not have. */
export const NOTIFICATION_EDITORS: FieldEditors = {
  url: UrlField,
  webhook: WebhookField,
  template: TemplateField,
  preview: PreviewField,
  mail_state: () => <MailWarning />,
  users: UsersField,
  callback: CallbackField,
}
