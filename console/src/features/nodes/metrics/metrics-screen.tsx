import type { Metric } from '@logyard/contract/metrics/metrics'
import { Alert, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { statusText } from '../../../api/api-error.ts'
import { useQueryValues, useRouteParams, useSetQueryValues } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { nodesQuery } from '../../../cluster/cluster-queries.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { NodePage } from '../node-page.tsx'
import { metricsOfNodeQuery } from '../node-queries.ts'
import classes from '../nodes.module.css'
import { metricFilter } from './metric-filter.ts'
import { MetricRow } from './metric-row.tsx'

/** Stands for the current master node in place of an id. */
const MASTER = 'master'

/** All metrics of a node, live, with a filter. */
export function MetricsScreen() {
  const { nodeId } = useRouteParams(routes.metrics)
  return nodeId === MASTER ? <MetricsOfMaster /> : <MetricsOfNode nodeId={nodeId} />
}

function MetricsOfMaster() {
  const nodes = useQuery(nodesQuery(useCall()))
  return (
    <Loaded query={nodes}>
      {(all) => <MetricsOfNode nodeId={all.find(({ is_master }) => is_master)?.node_id ?? MASTER} />}
    </Loaded>
  )
}

function MetricsOfNode({ nodeId }: { nodeId: string }) {
  const t = useText()
  const metrics = useQuery(metricsOfNodeQuery(useCall(), nodeId))
  return (
    <NodePage
      nodeId={nodeId}
      title={t('nodes.metrics.of')}
      description={metrics.data === undefined ? undefined : t('nodes.metrics.total', { count: metrics.data.length })}
    >
      {() => (
        <Loaded query={metrics} lines={8}>
          {(data) => (
            <>
              {metrics.isError && (
                <Alert color="amber" icon={<IconAlertTriangle />} mb="md">
                  {t('nodes.metrics.stale', { status: statusText(metrics.error) })}
                </Alert>
              )}
              <MetricList nodeId={nodeId} metrics={data} />
            </>
          )}
        </Loaded>
      )}
    </NodePage>
  )
}

function MetricList({ nodeId, metrics }: { nodeId: string; metrics: readonly Metric[] }) {
  const t = useText()
  const setValues = useSetQueryValues()
  const filter = useQueryValues().get('filter') ?? ''
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const matches = useMemo(() => metricFilter(filter), [filter])
  const shown = metrics.filter(({ full_name }) => matches(full_name))
  const toggle = (name: string) =>
    setOpen((old) => new Set(old.has(name) ? [...old].filter((one) => one !== name) : [...old, name]))
  return (
    <>
      <TextInput
        mb="md"
        maw={560}
        leftSection={<IconSearch size={14} />}
        label={t('nodes.metrics.filter')}
        description={t('nodes.metrics.filter.help')}
        placeholder="^org.graylog2.journal"
        translate="no"
        value={filter}
        onChange={(event) => setValues({ filter: event.currentTarget.value }, { replace: true })}
      />
      {shown.length === 0 ? (
        <EmptyState title={t('nodes.metrics.none')} text={t('nodes.metrics.none.text')} />
      ) : (
        <ul className={classes['metrics']} aria-label={t('nodes.metrics')}>
          {shown.map((metric) => (
            <MetricRow
              key={metric.full_name}
              nodeId={nodeId}
              metric={metric}
              isOpen={open.has(metric.full_name)}
              onToggle={() => toggle(metric.full_name)}
            />
          ))}
        </ul>
      )}
      {shown.length > 0 && shown.length < metrics.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('nodes.metrics.shown', { shown: shown.length, count: metrics.length })}
        </Text>
      )}
    </>
  )
}
