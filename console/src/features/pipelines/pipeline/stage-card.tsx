import type { RuleSource } from '@logyard/contract/pipelines/rules'
import { Badge, Group, Table, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconArrowDown, IconEdit, IconFlag, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { AppLink } from '../../../base/routes/app-link.tsx'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { stageExecuted, stageRuleMetric } from '../metrics/metric-names.ts'
import { ErrorRate, Throughput } from '../metrics/rate-text.tsx'
import type { LiveRates } from '../metrics/use-live-rates.ts'
import type { Stage } from '../model/pipeline-source.ts'
import { SourceErrorsBadge } from '../source-editor/source-errors-badge.tsx'
import classes from './pipeline-page.module.css'

interface StageCardProps {
  readonly pipelineId: string
  readonly stage: Stage
  readonly isLast: boolean
  /** Rules by title; `undefined` if the user may not read rules. */
  readonly rules: ReadonlyMap<string | null, RuleSource> | undefined
  /** The ids of rules that are switched off. */
  readonly switchedOff: ReadonlySet<string>
  readonly rates: LiveRates
  readonly onEdit: (() => void) | undefined
  readonly onDelete: (() => void) | undefined
}

export function StageCard(props: StageCardProps) {
  const { pipelineId, stage, isLast, rates, onEdit, onDelete } = props
  const t = useText()
  const id = useId()
  const { stage: number } = stage
  return (
    <section className={classes['stage']} aria-labelledby={id}>
      <Group gap="sm" wrap="nowrap" className={classes['stageHead'] ?? ''}>
        <Title order={2} id={id}>
          {t('pipelines.stage', { number })}
        </Title>
        <Text span size="sm" c="dimmed">
          {t('pipelines.stage.contains', { count: stage.rules.length })}
        </Text>
        <Text span size="sm" className={classes['stageRate'] ?? ''}>
          {t('pipelines.stage.throughput')} <Throughput rates={rates} metric={stageExecuted(pipelineId, number)} />
        </Text>
        {onEdit !== undefined && (
          <ToolButton label={t('pipelines.stage.edit', { number })} onClick={onEdit}>
            <IconEdit size={15} />
          </ToolButton>
        )}
        {onDelete !== undefined && (
          <ToolButton label={t('pipelines.stage.deleteOf', { number })} onClick={onDelete}>
            <IconTrash size={15} />
          </ToolButton>
        )}
      </Group>
      {stage.rules.length === 0 ? <Dimmed>{t('pipelines.stage.empty')}</Dimmed> : <StageRules {...props} />}
      <Text size="sm" c="dimmed" className={classes['onward'] ?? ''}>
        {isLast ? <IconFlag size={14} aria-hidden /> : <IconArrowDown size={14} aria-hidden />}
        {isLast ? t('pipelines.stage.last') : t(`pipelines.stage.onward.${stage.match}`)}
      </Text>
    </section>
  )
}

function StageRules({ pipelineId, stage, rules, switchedOff, rates }: StageCardProps) {
  const t = useText()
  return (
    <div className={classes['rules']}>
      <Table aria-label={t('pipelines.stage.rules', { number: stage.stage })}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('pipelines.rules.column.title')}</Table.Th>
            <Table.Th data-wide>{t('pipelines.rules.column.description')}</Table.Th>
            <Table.Th data-number>{t('pipelines.throughput')}</Table.Th>
            <Table.Th data-number>{t('pipelines.errors')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {stage.rules.map((name, index) => {
            const rule = rules?.get(name)
            // A rule may be listed twice.
            const key = `${index}|${name}`
            if (rules === undefined) return <NameRow key={key} name={name} />
            if (rule === undefined) return <UnresolvedRow key={key} name={name} />
            const metric = (what: 'executed' | 'failed') =>
              stageRuleMetric(rule.id ?? '', pipelineId, stage.stage, what)
            return (
              <Table.Tr key={key}>
                <Table.Td>
                  <AppLink to={routes.pipelines.rule(rule.id ?? '')}>
                    <span translate="no">{name}</span>
                  </AppLink>{' '}
                  {rule.errors !== null && <SourceErrorsBadge />}
                  {switchedOff.has(rule.id ?? '') && <Badge color="gray">{t('pipelines.rules.off')}</Badge>}
                </Table.Td>
                <Table.Td data-wide translate="no">
                  {rule.description}
                </Table.Td>
                <Table.Td data-number>
                  <Throughput rates={rates} metric={metric('executed')} />
                </Table.Td>
                <Table.Td data-number>
                  <ErrorRate rates={rates} metric={metric('failed')} />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function NameRow({ name }: { name: string }) {
  return (
    <Table.Tr>
      <Table.Td colSpan={4} translate="no">
        {name}
      </Table.Td>
    </Table.Tr>
  )
}

/** The pipeline names a rule that does not exist. */
function UnresolvedRow({ name }: { name: string }) {
  const t = useText()
  return (
    <Table.Tr data-unresolved>
      <Table.Td>
        <span className={classes['unresolved']}>
          <IconAlertTriangle size={14} aria-hidden />
          <span translate="no">{name}</span>
        </span>
      </Table.Td>
      <Table.Td colSpan={3}>{t('pipelines.stage.unresolved')}</Table.Td>
    </Table.Tr>
  )
}
