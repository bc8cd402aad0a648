import { listRules, type RuleSource, updateRule } from '@logyard/contract/pipelines/rules'
import { Badge, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCall } from '../../../base/services/services.tsx'
import { useMay } from '../../../base/session/current-user.tsx'
import { useText } from '../../../base/text/text.tsx'
import { PipelineLinks } from '../pipeline-links.tsx'
import { pipelinesQuery, pipelinesUsing, switchedOffQuery } from '../pipeline-queries.ts'
import { useSwitchRule } from '../rule-actions.tsx'

/** Where the rule is used, and whether it is switched on. */
export function RuleHeading({ rule }: { rule: RuleSource | undefined }) {
  const t = useText()
  if (rule === undefined) return t('pipelines.rules.description')
  return (
    <Group gap="sm">
      <UsedIn title={rule.title ?? ''} />
      <RuleSwitch rule={rule} />
    </Group>
  )
}

function UsedIn({ title }: { title: string }) {
  const t = useText()
  const pipelines = useQuery(pipelinesQuery(useCall()))
  if (pipelines.data === undefined) return null
  const users = pipelinesUsing(pipelines.data, title)
  if (users.length === 0) return <span>{t('pipelines.rule.unused')}</span>
  return (
    <span>
      {t('pipelines.rule.usedIn')} <PipelineLinks pipelines={users} />
    </span>
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
