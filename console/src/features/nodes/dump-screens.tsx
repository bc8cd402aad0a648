/** A node's thread dump and process buffer dump, each taken at one moment. */
import { MAX_PROFILE_SECONDS } from '@logyard/contract/cluster/cluster'
import { Button, Group, Text } from '@mantine/core'
import { IconActivity, IconRefresh } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useRouteParams } from '../../base/routes/location.ts'
import { routes } from '../../base/routes/routes.ts'
import { useCall } from '../../base/services/services.tsx'
import { useRichText, useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { Instant } from '../../ui/time/instant.tsx'
import { NodePage } from './node-page.tsx'
import { processBufferDumpQuery, threadDumpQuery } from './node-queries.ts'
import classes from './nodes.module.css'

export function ThreadDumpScreen() {
  const { nodeId } = useRouteParams(routes.threadDump)
  const t = useText()
  const [profileSeconds, setProfileSeconds] = useState(0)
  const dump = useQuery(threadDumpQuery(useCall(), nodeId, profileSeconds))
  const isRecording = profileSeconds > 0 && dump.isFetching
  return (
    <Dump
      nodeId={nodeId}
      kind="threadDump"
      dump={dump}
      action={
        profileSeconds === 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconActivity size={14} />}
            onClick={() => setProfileSeconds(MAX_PROFILE_SECONDS)}
          >
            {t('nodes.threadDump.profile', { seconds: MAX_PROFILE_SECONDS })}
          </Button>
        )
      }
      hint={isRecording ? t('nodes.threadDump.recording', { seconds: profileSeconds }) : undefined}
    />
  )
}

export function ProcessBufferDumpScreen() {
  const { nodeId } = useRouteParams(routes.processBufferDump)
  return <Dump nodeId={nodeId} kind="processBufferDump" dump={useQuery(processBufferDumpQuery(useCall(), nodeId))} />
}

interface DumpProps {
  readonly nodeId: string
  readonly kind: 'threadDump' | 'processBufferDump'
  readonly dump: UseQueryResult<string>
  readonly action?: ReactNode
  /** What the page waits for. */
  readonly hint?: string | undefined
}

function Dump({ nodeId, kind, dump, action, hint }: DumpProps) {
  const t = useText()
  const rich = useRichText()
  // Read all of them here: the query result rerenders only components that read a changed property.
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = dump
  useFailureToast(error, `nodes.${kind}.failed`, { node: nodeId })
  return (
    <NodePage
      nodeId={nodeId}
      title={t(`nodes.${kind}.of`)}
      action={() => (
        <Group gap="xs">
          {action}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            loading={isFetching}
            onClick={() => void refetch()}
          >
            {t('nodes.dump.again')}
          </Button>
        </Group>
      )}
    >
      {() => (
        <>
          {isPending && <LoadingLines lines={8} />}
          <Text size="sm" role="status">
            {hint}
          </Text>
          {error !== null && <LoadFailed error={error} onRetry={refetch} />}
          {data !== undefined && (
            <>
              <Text component="div" size="sm" c="dimmed" mb="sm">
                {rich('nodes.dump.takenAt', { time: <Instant instant={new Date(dataUpdatedAt).toISOString()} /> })}{' '}
                <CopyButton value={data} label={t('nodes.dump.copy')} />
              </Text>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
              <section className={classes['dump']} tabIndex={0} aria-label={t(`nodes.${kind}`)}>
                <pre translate="no">{data}</pre>
              </section>
            </>
          )}
        </>
      )}
    </NodePage>
  )
}
