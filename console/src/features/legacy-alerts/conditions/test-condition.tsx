import {
  type AlertCondition,
  type AlertConditionTest,
  testAlertCondition,
} from '@logyard/contract/legacy-alerts/alert-conditions'
import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../api/api-client.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { Loading } from '../../../ui/page/loading.tsx'
import { LEGACY_KEY } from '../legacy-queries.ts'

interface TestDialogProps {
  readonly condition: AlertCondition
  readonly onClose: () => void
}

/** Checks a condition now, and shows whether it is met. */
export function TestDialog({ condition, onClose }: TestDialogProps) {
  const t = useText()
  const call = useCall()
  const check = useQuery({
    queryKey: [...LEGACY_KEY, 'test', condition.id],
    queryFn: () => checkCondition(call, condition),
    gcTime: 0,
    retry: false,
  })
  return (
    <Modal opened onClose={onClose} title={t('legacyAlerts.test.title')}>
      <Stack gap="md">
        <div role="status">
          {check.isFetching && <Loading />}
          {!check.isFetching && check.isError && <LoadFailed error={check.error} onRetry={check.refetch} />}
          {!check.isFetching && check.isSuccess && <Outcome test={check.data} />}
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => void check.refetch()} disabled={check.isFetching}>
            {t('legacyAlerts.test.again')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** A check that failed is answered with 400 and its errors. */
async function checkCondition(call: Call, { id, stream_id: streamId }: AlertCondition): Promise<AlertConditionTest> {
  try {
    return await call(testAlertCondition, { params: { id: streamId, cid: id } })
  } catch (error) {
    if (error instanceof ApiError && isTest(error.body)) return error.body
    throw error
  }
}

const isTest = (body: unknown): body is AlertConditionTest =>
  typeof body === 'object' && body !== null && 'error_messages' in body

function Outcome({ test }: { readonly test: AlertConditionTest }) {
  const t = useText()
  if (test.error) {
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={t('legacyAlerts.test.failed')}>
        <List size="sm" translate="no">
          {test.error_messages.map(({ type, message }) => (
            <List.Item key={`${type} ${message}`}>{message ?? type}</List.Item>
          ))}
        </List>
      </Alert>
    )
  }
  return (
    <Alert
      color={test.triggered ? 'spruce' : 'gray'}
      icon={test.triggered ? <IconCheck /> : <IconInfoCircle />}
      title={t(test.triggered ? 'legacyAlerts.test.met' : 'legacyAlerts.test.notMet')}
    >
      {test.description !== null && (
        <Text size="sm" translate="no">
          {test.description}
        </Text>
      )}
    </Alert>
  )
}
