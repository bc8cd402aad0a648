import type { PipelineSource } from '@logyard/contract/pipelines/pipelines'
import { createRule, deleteRule, type RuleSource, updateRule } from '@logyard/contract/pipelines/rules'
import { Group } from '@mantine/core'
import { IconFileCode, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
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
import { allowed, deleteAction, editAction } from '../../../ui/menu/ready-actions.tsx'
import type { RowAction } from '../../../ui/menu/row-action.ts'
import { Page } from '../../../ui/page/page.tsx'
import { useCreateButton } from '../../../ui/page/use-create-button.tsx'
import { AreaLinks } from '../area-links.tsx'
import { ruleMetric } from '../metrics/metric-names.ts'
import { useLiveRates } from '../metrics/use-live-rates.ts'
import { rulesQuery, switchedOffQuery } from '../pipeline-queries.ts'
import { PlaceDialog } from '../places/place-dialog.tsx'
import { useProcessing } from '../places/use-processing.ts'
import { useDeleteRule, useSwitchRule } from '../rule-actions.tsx'
import { DebugMetrics } from './debug-metrics.tsx'
import { useRuleColumns } from './use-rule-columns.tsx'

const NONE: readonly RuleSource[] = []
const NO_PIPELINES: readonly PipelineSource[] = []
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
  const processing = useProcessing()
  const pipelines = processing?.pipelines ?? NO_PIPELINES
  const places = useFormDialog<RuleSource>()
  const switchedOff = useQuery(switchedOffQuery(call))
  const all = rules.data ?? NONE
  const rates = useLiveRates(
    useMemo(() => all.flatMap(({ id }) => [ruleMetric(id ?? '', 'executed'), ruleMetric(id ?? '', 'failed')]), [all]),
  )
  const off = new Set(switchedOff.data?.map(({ rule_id: id }) => id))
  const columns = useRuleColumns({ processing, switchedOff: off, rates, onAdd: places.open })
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
        hasHistory
        rowActions={useRuleRowActions(pipelines, off)}
        searchHelp="words"
        empty={{
          icon: <IconFileCode />,
          title: t('pipelines.rules.none'),
          text: t('pipelines.rules.none.text'),
          action: create,
        }}
      />
      {processing && <PlaceDialog {...places} processing={processing} />}
    </Page>
  )
}

function useRuleRowActions(pipelines: readonly PipelineSource[], switchedOff: ReadonlySet<string>) {
  const t = useText()
  const may = useMay()
  const remove = useDeleteRule(pipelines)
  const switchOn = useSwitchRule(true)
  const switchOff = useSwitchRule(false)
  return (rule: RuleSource): readonly RowAction[] => {
    const id = rule.id ?? ''
    const mayEdit = may(updateRule, { id })
    const toggled: RowAction = switchedOff.has(id)
      ? {
          label: t('pipelines.rules.switchOn'),
          icon: <IconPlayerPlay size={15} />,
          onClick: () => switchOn.mutate(rule),
        }
      : {
          label: t('pipelines.rules.switchOff'),
          icon: <IconPlayerStop size={15} />,
          onClick: () => switchOff.mutate(rule),
        }
    return allowed(
      mayEdit && editAction(t('pipelines.edit'), { to: routes.pipelines.rule(id) }),
      mayEdit && toggled,
      may(deleteRule, { id }) && deleteAction(t('pipelines.delete'), () => remove(rule)),
    )
  }
}
