import { listAvailableOutputs, listOutputDeliveries, type OutputSummary } from '@logyard/contract/outputs/outputs'
import { Paper } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { useFailureToast } from '../../base/toasts/use-failure-toast.ts'
import { useLiveMetrics } from '../../cluster/live-metrics.ts'
import { useFormDialog } from '../../ui/form/form-dialog.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../ui/page/loading.tsx'
import { OutputDialog, type OutputSubject } from './output-dialog.tsx'
import { metricNamesOf } from './output-figures.ts'
import { OutputItem } from './output-item.tsx'
import { outputDeliveriesQuery, outputTypesQuery } from './output-queries.ts'
import classes from './outputs.module.css'

interface OutputListProps {
  readonly outputs: UseQueryResult<readonly OutputSummary[]>
  readonly streamId?: string
  /** The controls that add an output; the page shows them itself as soon as the list has outputs. */
  readonly add?: ReactNode
}

const NONE: readonly OutputSummary[] = []

export function OutputList({ outputs, streamId, add }: OutputListProps) {
  const t = useText()
  const call = useCall()
  const may = useMay()
  const types = useQuery({ ...outputTypesQuery(call), enabled: may(listAvailableOutputs) })
  const deliveries = useQuery({ ...outputDeliveriesQuery(call), enabled: may(listOutputDeliveries) })
  const dialog = useFormDialog<OutputSubject>()
  const all = outputs.data ?? NONE
  const metrics = useLiveMetrics(useMemo(() => all.flatMap(({ id }) => metricNamesOf(id)), [all]))
  useFailureToast(outputs.error ?? types.error, 'outputs.toast.listFailed')
  if (outputs.isError) return <LoadFailed error={outputs.error} onRetry={outputs.refetch} />
  if (types.isError) return <LoadFailed error={types.error} onRetry={types.refetch} />
  if (outputs.isPending || types.isLoading) return <LoadingLines lines={6} />
  if (all.length === 0) {
    const offer = streamId === undefined ? 'outputs.none.text' : 'outputs.none.ofStream'
    return (
      <Paper>
        <EmptyState
          icon={<IconSend />}
          title={t('outputs.none')}
          text={t(add === undefined ? 'outputs.none.reader' : offer)}
          action={add}
        />
      </Paper>
    )
  }
  return (
    <>
      <ul className={classes['items']}>
        {all.map((output) => (
          <li key={output.id}>
            <OutputItem
              output={output}
              types={types.data}
              streamId={streamId}
              metrics={metrics}
              delivery={deliveries.data?.deliveries.find(({ output_id }) => output_id === output.id)}
              onEdit={dialog.open}
            />
          </li>
        ))}
      </ul>
      <OutputDialog {...dialog} />
    </>
  )
}
