import {
  type EventNotification,
  testNewEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'
import { fieldLabels, problemTexts } from '../ui/fields/field-texts.ts'
import { EntityForm } from '../ui/form/entity-form.tsx'
import { inGroup } from '../ui/form/field-groups.ts'
import { useEntityForm } from '../ui/form/use-entity-form.ts'
import { Loaded } from '../ui/page/loaded.tsx'
import { useSaveNotification } from './notification-actions.ts'
import { NotificationFields } from './notification-fields.tsx'
import { type NotificationType, useNotificationTypes } from './notification-types.tsx'
import {
  NEW_NOTIFICATION,
  type NotificationValues,
  notificationProblems,
  notificationToSend,
  notificationValues,
} from './notification-values.ts'
import { TryNotification } from './try-notification.tsx'

interface NotificationFormProps {
  /** Absent for a new one. */
  readonly notification?: EventNotification | undefined
  /** The type that a new one starts with. */
  readonly type?: string | undefined
  /** The address that Cancel leads to; absent in a dialog. */
  readonly cancelTo?: string
  readonly onSaved: (notification: EventNotification) => void
}

/**
 * Creates or edits a notification; also in dialogs over other forms. The screen's `areas` must include
 * `eventNotifications`, `mail` and `whitelist`.
 */
export const NotificationForm = (props: NotificationFormProps) => (
  <Loaded query={useNotificationTypes()} lines={3}>
    {(types) => <LoadedForm {...props} types={types} />}
  </Loaded>
)

interface LoadedFormProps extends NotificationFormProps {
  readonly types: readonly NotificationType[]
}

function LoadedForm({ notification, type: firstType, types, cancelTo, onSaved }: LoadedFormProps) {
  const t = useText()
  const canTry = useMay()(testNewEventNotification)
  const save = useSaveNotification(notification?.id)
  const fieldsOf = ({ config }: NotificationValues) =>
    types.find(({ type }) => type === config?.type)?.form.fields ?? []
  const toSend = (values: NotificationValues) => notificationToSend(values, notification?.id)
  const form = useEntityForm({
    isNew: notification === undefined,
    initial:
      notification === undefined
        ? { ...NEW_NOTIFICATION, config: types.find(({ type }) => type === firstType)?.default_config }
        : notificationValues(notification),
    labels: (values) => ({
      title: t('eventNotifications.title'),
      description: t('eventNotifications.description'),
      config: t('eventNotifications.type'),
      ...inGroup('config', fieldLabels(fieldsOf(values))),
    }),
    problems: (values) => problemTexts(notificationProblems(values, fieldsOf(values)), t),
    fieldOf: (name, values) => (Object.hasOwn(fieldLabels(fieldsOf(values)), name) ? `config.${name}` : name),
    async save(values) {
      const draft = toSend(values)
      return draft && (await save.mutateAsync(draft))
    },
    onSaved: (saved) => saved && onSaved(saved),
  })
  return (
    <EntityForm form={form} label={t('eventNotifications.form')} cancelTo={cancelTo}>
      <NotificationFields types={types} form={form} />
      {canTry && form.values.config !== undefined && <TryNotification form={form} draft={toSend(form.values)} />}
    </EntityForm>
  )
}
