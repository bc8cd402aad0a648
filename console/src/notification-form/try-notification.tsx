import type { EventNotificationDraft } from '@logyard/contract/event-notifications/event-notifications'
import { Alert, Box, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconSend } from '@tabler/icons-react'
import { statusText } from '../api/api-error.ts'
import { useText } from '../base/text/text.tsx'
import { isAtFields } from '../ui/form/api-field-errors.ts'
import { sameValues } from '../ui/form/same-values.ts'
import type { EntityForm } from '../ui/form/use-entity-form.ts'
import { useTryNotification } from './notification-actions.ts'
import type { NotificationValues } from './notification-values.ts'

interface TryNotificationProps {
  readonly form: EntityForm<NotificationValues>
  /** The values of the form as the API takes them. */
  readonly draft: EventNotificationDraft | undefined
}

/** Sends a notification of a test event as the form is filled in, and shows how the other side answered. */
export function TryNotification({ form, draft }: TryNotificationProps) {
  const t = useText()
  const attempt = useTryNotification()
  // An outcome belongs to the values that were sent.
  const isCurrent = sameValues(attempt.variables, draft)
  return (
    <Stack gap="sm" align="flex-start">
      <div>
        <Button
          variant="default"
          leftSection={<IconSend size={16} />}
          loading={attempt.isPending}
          loaderProps={{ type: 'dots' }}
          onClick={() => void form.attempt(async () => draft && (await attempt.mutateAsync(draft)))}
        >
          {t('eventNotifications.try')}
        </Button>
        <Text size="xs" c="dimmed" mt={4}>
          {t('eventNotifications.try.help')}
        </Text>
      </div>
      <Box
        role="status"
        aria-label={t('eventNotifications.try.outcome')}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {isCurrent && attempt.isSuccess && (
          <Alert color="spruce" icon={<IconCheck />}>
            {t('eventNotifications.try.sent')}
          </Alert>
        )}
        {isCurrent && attempt.isError && <Failure error={attempt.error} />}
      </Box>
    </Stack>
  )
}

function Failure({ error }: { readonly error: Error }) {
  const t = useText()
  return (
    <Alert color="red" icon={<IconAlertTriangle />}>
      {isAtFields(error)
        ? t('eventNotifications.try.invalid')
        : t('eventNotifications.try.failed', { reason: error.message || statusText(error) })}
    </Alert>
  )
}
