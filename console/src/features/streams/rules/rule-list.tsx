import type { StreamRule } from '@logyard/contract/streams/stream-rules'
import { Flex, Group, Text } from '@mantine/core'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import classes from '../streams.module.css'
import { useDeleteRule } from './rule-actions.tsx'
import { RuleSentence } from './rule-sentence.tsx'

export interface RuleListProps {
  readonly rules: readonly StreamRule[]
  readonly canEdit: boolean
  readonly onEdit: (rule: StreamRule) => void
  /** Whether each rule matches the example message, by rule id. */
  readonly verdicts?: Readonly<Record<string, boolean>> | undefined
}

/** The rules of a stream in words, with their actions. */
export function RuleList({ rules, canEdit, onEdit, verdicts = {} }: RuleListProps) {
  const t = useText()
  if (rules.length === 0) {
    return <Dimmed>{t('streams.rules.none')}</Dimmed>
  }
  return (
    <Flex component="ul" direction="column" gap="xs" aria-label={t('streams.rules')}>
      {rules.map((rule) => (
        <RuleItem key={rule.id} rule={rule} canEdit={canEdit} onEdit={onEdit} matches={verdicts[rule.id]} />
      ))}
    </Flex>
  )
}

interface RuleItemProps extends Pick<RuleListProps, 'canEdit' | 'onEdit'> {
  readonly rule: StreamRule
  readonly matches: boolean | undefined
}

function RuleItem({ rule, canEdit, onEdit, matches }: RuleItemProps) {
  const t = useText()
  const verdict = matches === undefined ? undefined : matches ? 'matches' : 'misses'
  return (
    <li className={classes['rule']} data-verdict={verdict}>
      <div className={classes['words']}>
        <RuleSentence rule={rule} />
        {rule.description !== null && rule.description !== '' && (
          <Text size="xs" c="dimmed" translate="no">
            {rule.description}
          </Text>
        )}
      </div>
      {verdict !== undefined && (
        <StatusDot tone={matches ? 'ok' : 'bad'}>{t(`streams.match.rule.${verdict}`)}</StatusDot>
      )}
      {canEdit && <RuleActions rule={rule} onEdit={onEdit} />}
    </li>
  )
}

function RuleActions({ rule, onEdit }: { rule: StreamRule; onEdit: (rule: StreamRule) => void }) {
  const t = useText()
  const remove = useDeleteRule()
  return (
    <Group gap={2} wrap="nowrap">
      <ToolButton label={t('streams.rule.edit')} size="sm" onClick={() => onEdit(rule)}>
        <IconEdit size={15} />
      </ToolButton>
      <ToolButton label={t('streams.rule.delete')} size="sm" loading={remove.isPending} onClick={() => remove(rule)}>
        <IconTrash size={15} />
      </ToolButton>
    </Group>
  )
}
