import { countFailures } from '@logyard/contract/ingest/failures'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Stack, Text } from '@mantine/core'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { answered, type LiveMetrics, type NodeMetrics } from '../../cluster/live-metrics.ts'
import { NodeLink } from '../../cluster/node-link.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { figuresOf, hasFigures } from './input-figures.ts'
import classes from './inputs.module.css'

interface InputTrafficProps {
  readonly input: InputSummary
  readonly metrics: LiveMetrics | undefined
  readonly isByNode: boolean
}

/** An input's traffic, summed over its nodes; `isByNode` adds the traffic of each node. */
export function InputTraffic({ input, metrics, isByNode }: InputTrafficProps) {
  const t = useText()
  if (metrics === undefined) return <LoadingLines lines={3} />
  return (
    <section className={classes['traffic']} aria-label={t('inputs.traffic')}>
      <Figures input={input} nodes={answered(metrics)} isOneNode={false} />
      {isByNode && (
        <Stack gap="sm" mt="sm">
          {[...metrics].map(([nodeId, node]) => (
            <div key={nodeId}>
              <Text component="div" size="sm" fw={550}>
                <NodeLink nodeId={nodeId} />
              </Text>
              <Figures input={input} nodes={node === null ? [] : [node]} isOneNode />
            </div>
          ))}
        </Stack>
      )}
    </section>
  )
}

interface FiguresProps {
  readonly input: InputSummary
  readonly nodes: readonly NodeMetrics[]
  readonly isOneNode: boolean
}

function Figures({ input, nodes, isOneNode }: FiguresProps) {
  const t = useText()
  const canSeeFailures = useMay()(countFailures)
  const bytes = useBytes()
  const figures = figuresOf(input, nodes)
  if (!hasFigures(figures)) {
    return <Dimmed>{t(isOneNode ? 'inputs.traffic.noneOnNode' : 'inputs.traffic.none')}</Dimmed>
  }
  const { received, empty, invalid, dropped, openConnections, totalConnections } = figures
  const { readBytes = 0, readBytesTotal, writtenBytes = 0, writtenBytesTotal = 0 } = figures
  return (
    <ul className={classes['figures']}>
      {received !== undefined && <li>{t('inputs.traffic.received', { count: received })}</li>}
      {readBytesTotal !== undefined && (
        <li>
          {t('inputs.traffic.io', {
            down: bytes(readBytes),
            up: bytes(writtenBytes),
            downTotal: bytes(readBytesTotal),
            upTotal: bytes(writtenBytesTotal),
          })}
        </li>
      )}
      {openConnections !== undefined && (
        <li>
          {t('inputs.traffic.connections', { open: openConnections, total: totalConnections ?? openConnections })}
        </li>
      )}
      {empty !== undefined && empty > 0 && <li>{t('inputs.traffic.empty', { count: empty })}</li>}
      {/* Otherwise the row has their number, with a link to them. */}
      {!canSeeFailures && invalid !== undefined && invalid > 0 && (
        <li data-tone="warn">{t('inputs.traffic.invalid', { count: invalid })}</li>
      )}
      {dropped !== undefined && dropped > 0 && (
        <li data-tone="warn">{t('inputs.traffic.dropped', { count: dropped })}</li>
      )}
    </ul>
  )
}
