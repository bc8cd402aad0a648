import type { EventNotificationDraft } from '@logyard/contract/event-notifications/event-notifications'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconSend } from '@tabler/icons-react'
import { statusText } from '../api/api-error.ts'
import { useText } from '../base/text/text.tsx'
import { apiFieldErrors } from '../ui/form/api-field-errors.ts'
import { useTryNotification } from './notification-actions.ts'
import classes from './notification-form.module.css'

interface TryNotificationProps {
  readonly draft: EventNotificationDraft | undefined
  readonly isComplete: boolean
  /** Shows what is missing in the form. */
  readonly onCheck: () => void
  readonly onRefused: (error: Error) => void
}

/** Sends a notification of a test event as the form is filled in, and shows how the other side answered. */
export function TryNotification({ draft, isComplete, onCheck, onRefused }: TryNotificationProps) {
  const t = useText()
  const attempt = useTryNotification()
  const execute = () => {
    onCheck()
    if (isComplete && draft !== undefined) attempt.mutate(draft, { onError: onRefused })
  }
  // An outcome belongs to the values that were sent.
  const isCurrent = JSON.stringify(attempt.variables) === JSON.stringify(draft)
  return (
    <Stack gap="sm" align="flex-start">
      <div>
        <Button
          variant="default"
          leftSection={<IconSend size={16} />}
          loading={attempt.isPending}
          loaderProps={{ type: 'dots' }}
          onClick={execute}
        >
          {t('eventNotifications.try')}
        </Button>
        <Text size="xs" c="dimmed" mt={4}>
          {t('eventNotifications.try.help')}
        </Text>
      </div>
      <div role="status" aria-label={t('eventNotifications.try.outcome')} className={classes['answer']}>
        {isCurrent && attempt.isSuccess && (
          <Alert color="spruce" variant="light" icon={<IconCheck />}>
            {t('eventNotifications.try.sent')}
          </Alert>
        )}
        {isCurrent && attempt.isError && <Failure error={attempt.error} />}
      </div>
    </Stack>
  )
}

function Failure({ error }: { readonly error: Error }) {
  const t = useText()
  return (
    <Alert color="red" variant="light" icon={<IconAlertTriangle />}>
      {apiFieldErrors(error) === undefined
        ? t('eventNotifications.try.failed', { reason: reasonOf(error) })
        : t('eventNotifications.try.invalid')}
    </Alert>
  )
}

const reasonOf = (error: Error): string => error.message || statusText(error)
