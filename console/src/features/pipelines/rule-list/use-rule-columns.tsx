import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { Badge } from '@mantine/core'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import type { Column } from '../../../ui/data-table/data-table-props.ts'
import { titleColumn } from '../../../ui/data-table/ready-columns.tsx'
import { RelativeTime } from '../../../ui/time/relative-time.tsx'
import { ruleMetric } from '../metrics/metric-names.ts'
import { ErrorRate, Throughput } from '../metrics/rate-text.tsx'
import type { LiveRates } from '../metrics/use-live-rates.ts'
import { RunsIn } from '../places/runs-in.tsx'
import type { Processing } from '../places/use-processing.ts'
import { SourceErrorsBadge, useReasons } from '../source-editor/source-errors-badge.tsx'

interface RuleColumnsInput {
  /** Undefined until it is loaded. */
  readonly processing: Processing | undefined
  readonly switchedOff: ReadonlySet<string>
  readonly rates: LiveRates
  /** Opens the choice of a pipeline for the rule. */
  readonly onAdd: (rule: RuleSource) => void
}

export function useRuleColumns({
  processing,
  switchedOff,
  rates,
  onAdd,
}: RuleColumnsInput): readonly Column<RuleSource>[] {
  const t = useText()
  const reasons = useReasons()
  return [
    titleColumn({
      id: 'title',
      header: t('pipelines.rules.column.title'),
      sortKey: 'title',
      name: ({ title }) => title ?? '',
      to: ({ id }) => routes.pipelines.rule(id ?? ''),
      badges: ({ id, errors }) => (
        <>
          {errors !== null && <SourceErrorsBadge />}
          {switchedOff.has(id ?? '') && <Badge color="gray">{t('pipelines.rules.off')}</Badge>}
        </>
      ),
      description: ({ description, errors }) => (errors === null ? description : reasons(errors)),
    }),
    {
      id: 'pipelines',
      header: t('pipelines.place.runsIn'),
      cell: (rule) => processing && <RunsIn rule={rule} processing={processing} onAdd={() => onAdd(rule)} />,
    },
    {
      id: 'created',
      header: t('pipelines.created'),
      sortKey: 'created_at',
      cell: ({ created_at: at }) => at !== null && <RelativeTime instant={at} />,
    },
    {
      id: 'modified',
      header: t('pipelines.modified'),
      sortKey: 'modified_at',
      cell: ({ modified_at: at }) => at !== null && <RelativeTime instant={at} />,
    },
    {
      id: 'throughput',
      header: t('pipelines.throughput'),
      align: 'right',
      cell: ({ id }) => <Throughput rates={rates} metric={ruleMetric(id ?? '', 'executed')} />,
    },
    {
      id: 'errors',
      header: t('pipelines.errors'),
      align: 'right',
      cell: ({ id }) => <ErrorRate rates={rates} metric={ruleMetric(id ?? '', 'failed')} />,
    },
  ]
}
