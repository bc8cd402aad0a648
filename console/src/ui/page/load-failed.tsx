import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { ApiError, statusText } from '../../api/api-error.ts'
import { useText } from '../../base/text/text.tsx'
import { NotFoundPage } from './not-found-page.tsx'

export interface LoadFailedProps {
  readonly error: Error
  readonly onRetry: () => unknown
  /** The page is about this entity: its 404 shows the not-found page. */
  readonly isPageEntity?: boolean
  /** Others may share the entity: a 404 may also mean that they did not. */
  readonly isShareable?: boolean
}

/** Replaces what could not be loaded: the reason, and a button to try again. */
export function LoadFailed({ error, onRetry, isPageEntity = false, isShareable = false }: LoadFailedProps) {
  const t = useText()
  if (isPageEntity && error instanceof ApiError && error.status === 404) {
    return <NotFoundPage isShareable={isShareable} />
  }
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={t('ui.loadFailed.title')} role="alert">
      <Group justify="space-between" gap="md">
        <Text size="sm" translate="no">
          {statusText(error)}
        </Text>
        <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={() => void onRetry()}>
          {t('ui.tryAgain')}
        </Button>
      </Group>
    </Alert>
  )
}
