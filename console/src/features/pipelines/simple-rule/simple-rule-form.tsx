import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { allFieldsQuery } from '../../../query/fields/field-queries.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import type { SourceProblem } from '../source-editor/parse-errors.ts'
import { ActionRow, ConditionRow } from './rule-rows.tsx'
import classes from './simple-rule.module.css'
import { EMPTY_ACTION, type SimpleRule } from './simple-rule.ts'

interface SimpleRuleFormProps {
  readonly rule: SimpleRule
  readonly isReadOnly: boolean
  readonly problems: readonly SourceProblem[]
  /** Shows what is missing: the user tried to save. */
  readonly showsGaps: boolean
  /** Changes between the form and the source. */
  readonly switcher: ReactNode
  readonly onChange: (rule: SimpleRule) => void
}

/** "When these fields are so, do this". Its source is the same text that the editor shows. */
export function SimpleRuleForm({ rule, isReadOnly, problems, showsGaps, switcher, onChange }: SimpleRuleFormProps) {
  const t = useText()
  const fields = useQuery(allFieldsQuery(useCall()))
  const names = (fields.data ?? []).map(({ name }) => name).toSorted()
  const { title, joined, conditions, actions } = rule
  const change = (part: Partial<SimpleRule>) => onChange({ ...rule, ...part })
  return (
    <fieldset className={classes['form']} disabled={isReadOnly}>
      <Group justify="space-between" align="flex-start" gap="sm">
        <TextInput
          flex="1 1 280px"
          label={t('pipelines.form.title')}
          required
          autoComplete="off"
          error={title.trim() === '' && t('pipelines.form.title.required')}
          value={title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        {switcher}
      </Group>
      <Stack gap="xs" role="group" aria-label={t('pipelines.simple.when')}>
        <Text fw={600} size="sm" aria-hidden>
          {t('pipelines.simple.when')}
        </Text>
        {conditions.length === 0 && <Dimmed>{t('pipelines.simple.always')}</Dimmed>}
        {conditions.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no identity but their place
            key={index}
            row={condition}
            number={index + 1}
            fields={names}
            showsGaps={showsGaps}
            onChange={(next) => change({ conditions: conditions.with(index, next) })}
            onRemove={() => change({ conditions: conditions.toSpliced(index, 1) })}
          />
        ))}
        <Group gap="md">
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => change({ conditions: [...conditions, { field: '', operator: 'is', value: '' }] })}
          >
            {t('pipelines.simple.addCondition')}
          </Button>
          {conditions.length > 1 && (
            <Radio.Group
              aria-label={t('pipelines.simple.joined')}
              value={joined}
              onChange={(next) => change({ joined: next === 'any' ? 'any' : 'all' })}
            >
              <Group gap="sm">
                <Radio size="xs" value="all" label={t('pipelines.simple.joined.all')} />
                <Radio size="xs" value="any" label={t('pipelines.simple.joined.any')} />
              </Group>
            </Radio.Group>
          )}
        </Group>
      </Stack>
      <Stack gap="xs" role="group" aria-label={t('pipelines.simple.then')}>
        <Text fw={600} size="sm" aria-hidden>
          {t('pipelines.simple.then')}
        </Text>
        {actions.map((action, index) => (
          <ActionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: actions have no identity but their place
            key={index}
            row={action}
            number={index + 1}
            fields={names}
            showsGaps={showsGaps}
            onChange={(next) => change({ actions: actions.with(index, next) })}
            onRemove={() => change({ actions: actions.toSpliced(index, 1) })}
          />
        ))}
        <Group>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            onClick={() => change({ actions: [...actions, EMPTY_ACTION] })}
          >
            {t('pipelines.simple.addAction')}
          </Button>
        </Group>
      </Stack>
      {problems.map(({ line, position_in_line: column, reason }) => (
        <Text key={`${line}|${column}|${reason}`} size="xs" c="var(--ly-bad-text)" translate="no">
          {reason}
        </Text>
      ))}
    </fieldset>
  )
}
