import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { useText } from '../../base/text/text.tsx'
import { answered, type LiveMetrics, type NodeMetrics } from '../../cluster/live-metrics.ts'
import { NodeLink } from '../../cluster/node-link.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { figuresOf, hasFigures } from './input-figures.ts'
import classes from './inputs.module.css'

interface InputTrafficProps {
  readonly input: InputSummary
  readonly metrics: LiveMetrics | undefined
}

/** An input's traffic, summed over its nodes; for a global input also by node, on request. */
export function InputTraffic({ input, metrics }: InputTrafficProps) {
  const t = useText()
  const [showsNodes, setShowsNodes] = useState(false)
  if (metrics === undefined) return <LoadingLines lines={3} />
  return (
    <section className={classes['traffic']} aria-label={t('inputs.traffic')}>
      <Figures input={input} nodes={answered(metrics)} isOneNode={false} />
      {input.global && (
        <>
          {showsNodes && (
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
          <Button
            size="compact-xs"
            variant="subtle"
            mt="xs"
            aria-expanded={showsNodes}
            onClick={() => setShowsNodes(!showsNodes)}
          >
            {t(showsNodes ? 'inputs.traffic.hide' : 'inputs.traffic.show')}
          </Button>
        </>
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
  const intl = useIntl()
  const bytes = useBytes()
  const figures = figuresOf(input, nodes)
  if (!hasFigures(figures)) {
    return (
      <Text size="sm" c="dimmed">
        {t(isOneNode ? 'inputs.traffic.noneOnNode' : 'inputs.traffic.none')}
      </Text>
    )
  }
  const { received, minuteRate, empty, invalid, dropped, openConnections, totalConnections } = figures
  const { readBytes = 0, readBytesTotal, writtenBytes = 0, writtenBytesTotal = 0 } = figures
  return (
    <ul className={classes['figures']}>
      {minuteRate !== undefined && (
        <li data-main>
          {t('inputs.traffic.rate', { rate: intl.formatNumber(minuteRate, { maximumFractionDigits: 2 }) })}
        </li>
      )}
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
      {empty !== undefined && <li>{t('inputs.traffic.empty', { count: empty })}</li>}
      {invalid !== undefined && (
        <li data-tone={invalid > 0 ? 'warn' : undefined}>{t('inputs.traffic.invalid', { count: invalid })}</li>
      )}
      {dropped !== undefined && (
        <li data-tone={dropped > 0 ? 'warn' : undefined}>{t('inputs.traffic.dropped', { count: dropped })}</li>
      )}
    </ul>
  )
}
