import type { EventNotification } from '@logyard/contract/event-notifications/event-notifications'
import { Alert, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'

export interface TestOutcome {
  readonly notification: EventNotification
  readonly state: 'testing' | 'sent' | Error
}

interface TestOutcomesProps {
  readonly outcomes: readonly TestOutcome[]
  readonly onClose: (notificationId: string) => void
}

/** How the other sides answered to tests. */
export function TestOutcomes({ outcomes, onClose }: TestOutcomesProps) {
  return (
    <Stack gap="xs" role="status" mb={outcomes.length > 0 ? 'sm' : 0}>
      {outcomes.map((outcome) => (
        <Outcome key={outcome.notification.id} {...outcome} onClose={() => onClose(outcome.notification.id)} />
      ))}
    </Stack>
  )
}

function Outcome({ notification, state, onClose }: TestOutcome & { readonly onClose: () => void }) {
  const t = useText()
  const isRunning = state === 'testing'
  const text = () => {
    if (isRunning) return t('eventNotifications.testing')
    return state === 'sent'
      ? t('eventNotifications.try.sent')
      : t('eventNotifications.try.failed', { reason: state.message })
  }
  return (
    <Alert
      color={isRunning ? 'gray' : state === 'sent' ? 'spruce' : 'red'}
      icon={isRunning ? <Loader size={16} /> : state === 'sent' ? <IconCheck /> : <IconAlertTriangle />}
      title={<span translate="no">{notification.title}</span>}
      withCloseButton={!isRunning}
      closeButtonLabel={t('ui.close')}
      onClose={onClose}
    >
      <Text size="sm">{text()}</Text>
    </Alert>
  )
}
