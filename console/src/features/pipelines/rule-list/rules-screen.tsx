import { createRule, type RuleSource, setRuleMetricsConfig } from '@logyard/contract/pipelines/rules'
import { Button, Group } from '@mantine/core'
import { IconBug, IconFileCode } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { routes } from '../../../base/routes/routes.ts'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFailureToast } from '../../../base/toasts/use-failure-toast.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { useListState } from '../../../ui/data-table/list-state.ts'
import { rowsInMemory } from '../../../ui/data-table/rows-in-memory.ts'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { AreaLinks } from '../area-links.tsx'
import { ruleMetric } from '../metrics/metric-names.ts'
import { useLiveRates } from '../metrics/use-live-rates.ts'
import { metricsConfigQuery, pipelinesQuery, rulesQuery, switchedOffQuery } from '../pipeline-queries.ts'
import { usePipelineCrumbs } from '../use-pipeline-crumbs.ts'
import { MetricsDialog } from './metrics-dialog.tsx'
import { useRuleColumns } from './use-rule-columns.tsx'
import { useRuleRowActions } from './use-rule-row-actions.tsx'

const NONE: readonly RuleSource[] = []
const IN_MEMORY = {
  text: ({ title, description }: RuleSource) => `${title ?? ''}\n${description ?? ''}`,
  sort: {
    title: ({ title }: RuleSource) => title,
    created_at: ({ created_at }: RuleSource) => created_at,
    modified_at: ({ modified_at }: RuleSource) => modified_at,
  },
}

/** All rules, with the pipelines that use them. */
export function RulesScreen() {
  const t = useText()
  const call = useCall()
  const list = useListState({ sort: 'title' })
  const rules = useQuery(rulesQuery(call))
  const pipelines = useQuery(pipelinesQuery(call))
  const switchedOff = useQuery(switchedOffQuery(call))
  const all = rules.data ?? NONE
  const rates = useLiveRates(
    useMemo(() => all.flatMap(({ id }) => [ruleMetric(id ?? '', 'executed'), ruleMetric(id ?? '', 'failed')]), [all]),
  )
  const off = new Set(switchedOff.data?.map(({ rule_id: id }) => id))
  const columns = useRuleColumns({ pipelines: pipelines.data ?? [], switchedOff: off, rates })
  useFailureToast(rules.error, 'pipelines.toast.rulesFailed')
  const create = useCreateButton({
    label: 'pipelines.rules.create',
    target: routes.pipelines.ruleNew(),
    isAllowed: useMay()(createRule),
  })
  return (
    <Page
      title={t('pipelines.rules.title')}
      description={t('pipelines.rules.description')}
      crumbs={usePipelineCrumbs()}
      action={
        <Group gap="sm">
          <DebugMetrics />
          {create}
        </Group>
      }
    >
      <AreaLinks />
      <DataTable
        label={t('pipelines.rules.title')}
        list={list}
        result={rowsInMemory(rules, list, IN_MEMORY)}
        columns={columns}
        rowId={({ id }) => id ?? ''}
        rowName={({ title }) => title ?? ''}
        rowActions={useRuleRowActions(pipelines.data ?? [], off)}
        searchHelp="words"
        empty={{
          icon: <IconFileCode />,
          title: t('pipelines.rules.none'),
          text: t('pipelines.rules.none.text'),
          action: create,
        }}
      />
    </Page>
  )
}

/** Whether rules are measured, and the dialog to change it. */
function DebugMetrics() {
  const t = useText()
  const canEdit = useMay()(setRuleMetricsConfig)
  const config = useQuery(metricsConfigQuery(useCall()))
  const dialog = useFormDialog<boolean>()
  useFailureToast(config.error, 'pipelines.toast.metricsFailed')
  if (!canEdit || config.data === undefined) return null
  const { metrics_enabled: isOn } = config.data
  return (
    <>
      <Button
        variant={isOn ? 'light' : 'default'}
        {...(isOn ? { color: 'amber' } : {})}
        leftSection={<IconBug size={16} />}
        onClick={() => dialog.open(isOn)}
      >
        {t(isOn ? 'pipelines.rules.debugOn' : 'pipelines.rules.debug')}
      </Button>
      <MetricsDialog {...dialog} />
    </>
  )
}
