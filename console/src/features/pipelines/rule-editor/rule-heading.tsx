import { listRules, type RuleSource, updateRule } from '@logyard/contract/pipelines/rules'
import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { ruleMetric } from '../metrics/metric-names.ts'
import { useLiveRates } from '../metrics/use-live-rates.ts'
import { pipelinesUsing, switchedOffQuery } from '../pipeline-queries.ts'
import { PlaceDialog } from '../places/place-dialog.tsx'
import { RunsIn } from '../places/runs-in.tsx'
import { useProcessing } from '../places/use-processing.ts'
import { useSwitchRule } from '../rule-actions.tsx'

/** Where the rule runs and on how many messages, and whether it is switched on. */
export function RuleHeading({ rule }: { rule: RuleSource | undefined }) {
  const t = useText()
  if (rule === undefined) return t('pipelines.rules.description')
  return (
    <Group gap="sm">
      <Places rule={rule} />
      <RuleSwitch rule={rule} />
    </Group>
  )
}

function Places({ rule }: { rule: RuleSource }) {
  const t = useText()
  const processing = useProcessing()
  const dialog = useFormDialog<RuleSource>()
  const metric = ruleMetric(rule.id ?? '', 'matched')
  const matched = useLiveRates(useMemo(() => [metric], [metric])).total(metric)
  if (processing === undefined) return null
  const runs = pipelinesUsing(processing.pipelines, rule.title ?? '').length > 0
  return (
    <>
      {runs && <span>{t('pipelines.place.runsIn')}</span>}
      <RunsIn rule={rule} processing={processing} onAdd={() => dialog.open(rule)} />
      {runs && matched !== undefined && <span>{t('pipelines.place.matched', { count: matched })}</span>}
      <PlaceDialog {...dialog} processing={processing} />
    </>
  )
}

function RuleSwitch({ rule }: { rule: RuleSource }) {
  const t = useText()
  const may = useMay()
  const switchedOff = useQuery({ ...switchedOffQuery(useCall()), enabled: may(listRules) })
  const isOn = switchedOff.data?.every(({ rule_id: id }) => id !== rule.id) ?? true
  const toggle = useSwitchRule(!isOn)
  if (switchedOff.data === undefined) return null
  return (
    <Group gap="xs">
      {!isOn && <Badge color="amber">{t('pipelines.rules.off')}</Badge>}
      {may(updateRule, { id: rule.id }) && (
        <Button size="compact-xs" variant="default" loading={toggle.isPending} onClick={() => toggle.mutate(rule)}>
          {t(isOn ? 'pipelines.rules.switchOff' : 'pipelines.rules.switchOn')}
        </Button>
      )}
    </Group>
  )
}
