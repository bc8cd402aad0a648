import {
  type EventNotification,
  testNewEventNotification,
} from '@logyard/contract/event-notifications/event-notifications'
import { Group, Stack } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { useMay } from '../base/session/current-user.tsx'
import { useText } from '../base/text/text.tsx'
import { fieldLabels, problemTexts } from '../ui/fields/field-texts.ts'
import { apiFieldErrors } from '../ui/form/api-field-errors.ts'
import { FormErrors } from '../ui/form/form-errors.tsx'
import { SaveButton } from '../ui/form/save-button.tsx'
import { useFocusFirstError } from '../ui/form/use-focus-first-error.ts'
import { LoadFailed } from '../ui/page/load-failed.tsx'
import { LoadingLines } from '../ui/page/loading.tsx'
import { useSaveNotification } from './notification-actions.ts'
import { NotificationFields } from './notification-fields.tsx'
import { type NotificationType, useNotificationTypes } from './notification-types.ts'
import {
  errorsAfter,
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
  readonly cancel: ReactNode
  readonly onDirty?: (isDirty: boolean) => void
  readonly onSaved: (notification: EventNotification) => void
}

/**
 * Creates or edits a notification; also in dialogs over other forms. The screen's `areas` must include
 * `eventNotifications`, `mail` and `whitelist`.
 */
export function NotificationForm(props: NotificationFormProps) {
  const types = useNotificationTypes()
  if (types.isError) return <LoadFailed error={types.error} onRetry={types.refetch} />
  if (types.isPending) return <LoadingLines lines={3} />
  return <LoadedForm {...props} types={types.data} />
}

interface LoadedFormProps extends NotificationFormProps {
  readonly types: readonly NotificationType[]
}

function LoadedForm({ notification, types, cancel, onDirty, onSaved }: LoadedFormProps) {
  const t = useText()
  const canTry = useMay()(testNewEventNotification)
  const form = useNotificationForm(notification, types)
  const { values, draft, errors } = form
  /** A test says itself that something is wrong. */
  const [isSubmitted, setIsSubmitted] = useState(false)
  const save = useSaveNotification(notification?.id)
  const isDirty = JSON.stringify(values) !== JSON.stringify(form.initial)
  useEffect(() => onDirty?.(isDirty), [onDirty, isDirty])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // A form around the dialog of this one must not be submitted too.
    event.stopPropagation()
    form.check()
    setIsSubmitted(true)
    if (form.isComplete && draft !== undefined) save.mutate(draft, { onSuccess: onSaved, onError: form.refuse })
  }
  const { formRef, onSubmit } = useFocusFirstError(submit, errors, save.isPending)
  const isNew = notification === undefined
  const checkForTest = () => {
    form.check()
    setIsSubmitted(false)
  }
  return (
    <form ref={formRef} onSubmit={onSubmit} noValidate aria-label={t('eventNotifications.form')}>
      <Stack gap="md">
        <NotificationFields types={types} values={values} errors={errors} isNew={isNew} onChange={form.change} />
        {canTry && values.config !== undefined && (
          <TryNotification draft={draft} isComplete={form.isComplete} onCheck={checkForTest} onRefused={form.refuse} />
        )}
        <FormErrors errors={isSubmitted ? errors : {}} labels={form.labels} />
        <Group gap="sm">
          <SaveButton label={t(`eventNotifications.submit.${isNew ? 'create' : 'update'}`)} isSaving={save.isPending} />
          {cancel}
        </Group>
      </Stack>
    </form>
  )
}

function useNotificationForm(notification: EventNotification | undefined, types: readonly NotificationType[]) {
  const t = useText()
  const [initial] = useState(() => (notification === undefined ? NEW_NOTIFICATION : notificationValues(notification)))
  const [values, setValues] = useState<NotificationValues>(initial)
  const [isChecked, setIsChecked] = useState(false)
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({})
  const fields = types.find(({ type }) => type === values.config?.type)?.form.fields ?? []
  const problems = notificationProblems(values, fields)
  return {
    initial,
    values,
    draft: notificationToSend(values, notification?.id),
    errors: { ...refused, ...(isChecked ? problemTexts(problems, t) : {}) },
    /** Labels by the names that the server gives the errors. */
    labels: {
      title: t('eventNotifications.title'),
      description: t('eventNotifications.description'),
      config: t('eventNotifications.type'),
      ...fieldLabels(fields),
    },
    isComplete: Object.keys(problems).length === 0,
    check: () => setIsChecked(true),
    /** Shows the errors of the server at the fields that it names. */
    refuse: (error: Error) => setRefused(apiFieldErrors(error) ?? {}),
    change: (next: NotificationValues, changed: readonly string[]) => {
      setValues(next)
      setRefused((old) => (changed.includes('config') ? {} : errorsAfter(old, changed, fields)))
    },
  }
}
