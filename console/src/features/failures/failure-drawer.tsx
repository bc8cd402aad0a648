import type { Failure } from '@logyard/contract/ingest/failures'
import { getInput } from '@logyard/contract/ingest/inputs'
import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AppLink } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { isMissing } from '../../base/toasts/use-failure-toast.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Loaded } from '../../ui/page/loaded.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import type { FailureActions } from './failure-actions.ts'
import { FailureBytes } from './failure-bytes.tsx'
import { failureQuery } from './failure-queries.ts'
import { useFailuresNode } from './use-failures-node.ts'

interface FailureDrawerProps {
  /** `undefined` if closed. */
  readonly number: number | undefined
  /** Absent if the user may only read. */
  readonly actions: FailureActions | undefined
  readonly onClose: () => void
}

/** The details of one failure beside the list, with its bytes. */
export function FailureDrawer({ number, actions, onClose }: FailureDrawerProps) {
  const t = useText()
  return (
    <Drawer
      opened={number !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title={number === undefined ? '' : t('failures.name', { number })}
    >
      {number !== undefined && <Content number={number} actions={actions} onClose={onClose} />}
    </Drawer>
  )
}

function Content({ number, actions, onClose }: FailureDrawerProps & { readonly number: number }) {
  const t = useText()
  const failure = useQuery(failureQuery(useCall(), number, useFailuresNode().nodeId))
  if (isMissing(failure.error)) return <Text size="sm">{t('failures.gone')}</Text>
  return (
    <Loaded query={failure} lines={8}>
      {(data) => (
        <Stack gap="md">
          <Alert color="red" icon={<IconAlertTriangle />} title={<Data text={data.reason} />}>
            <Data text={data.detail} />
          </Alert>
          {actions !== undefined && <Actions number={number} actions={actions} onClose={onClose} />}
          <Facts failure={data} />
          <FailureBytes failure={data} />
        </Stack>
      )}
    </Loaded>
  )
}

interface ActionsProps {
  readonly number: number
  readonly actions: FailureActions
  readonly onClose: () => void
}

function Actions({ number, actions: { progress, replay, remove }, onClose }: ActionsProps) {
  const t = useText()
  const isBusy = progress !== undefined
  const run = async (action: FailureActions['replay']) => {
    if (await action({ kind: 'some', numbers: [number] })) onClose()
  }
  return (
    <Group gap="xs">
      <Button size="xs" leftSection={<IconRefresh size={14} />} loading={isBusy} onClick={() => void run(replay)}>
        {t('failures.replay')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} />}
        disabled={isBusy}
        onClick={() => void run(remove)}
      >
        {t('failures.delete')}
      </Button>
      <Dimmed size="xs">{t('failures.replay.help')}</Dimmed>
    </Group>
  )
}

const Data = ({ text }: { text: string }) => <span translate="no">{text}</span>

function Facts({ failure }: { failure: Failure }) {
  const t = useText()
  const bytes = useBytes()
  const canSeeInputs = useMay()(getInput)
  const { input_title: title, input_id: id, remote_address: address, remote_port: port } = failure
  const name = <span translate="no">{title ?? id}</span>
  const isLinked = title !== null && canSeeInputs
  return (
    <DefinitionList
      items={[
        { label: t('failures.failedAt'), value: <Instant instant={failure.failed_at} /> },
        failure.attempts > 1 && { label: t('failures.triedAt'), value: <Instant instant={failure.tried_at} /> },
        failure.attempts > 1 && { label: t('failures.attempts.label'), value: failure.attempts },
        { label: t('failures.receivedAt'), value: <Instant instant={failure.received_at} /> },
        {
          label: t('failures.input'),
          value: isLinked ? <AppLink to={routes.inputs.list({ query: title })}>{name}</AppLink> : name,
        },
        { label: t('failures.codec'), value: failure.codec },
        { label: t('failures.sender'), value: port === 0 ? address : `${address}:${port}` },
        { label: t('failures.size'), value: bytes(failure.size) },
      ]}
    />
  )
}
