/** The rules of a new stream, one per line. */
import { MATCHING_TYPES, type MatchingType } from '@logyard/contract/streams/streams'
import { Autocomplete, Button, Group, NativeSelect, Radio, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { RemoveButton } from '../../../ui/remove-button.tsx'
import classes from '../streams.module.css'
import { InputField } from './input-field.tsx'
import { MatchCount } from './match-count.tsx'
import { useFieldNames } from './rule-completion.ts'
import {
  CONDITIONS,
  conditionOf,
  isComplete,
  isUntouched,
  type RuleValues,
  ruleDraft,
  ruleOf,
  ruleProblems,
  ruleValues,
  takesField,
  takesInput,
  takesValue,
} from './rule-draft.ts'
import { ValueInput } from './value-input.tsx'

export interface RuleRow extends RuleValues {
  readonly key: number
}

interface RuleRowsProps {
  readonly rows: readonly RuleRow[]
  readonly matchingType: MatchingType
  /** Incomplete rules are marked once the form was submitted. */
  readonly showsErrors: boolean
  readonly onRows: (rows: readonly RuleRow[]) => void
  readonly onMatchingType: (type: MatchingType) => void
}

export const emptyRow = (key: number): RuleRow => ({ key, ...ruleValues(undefined) })

export function RuleRows({ rows, matchingType, showsErrors, onRows, onMatchingType }: RuleRowsProps) {
  const t = useText()
  const fieldNames = useFieldNames()
  const change = (key: number, values: Partial<RuleValues>) =>
    onRows(rows.map((row) => (row.key === key ? { ...row, ...values } : row)))
  return (
    <Stack gap="xs" role="group" aria-label={t('streams.rules')}>
      <Text size="sm" fw={550} aria-hidden>
        {t('streams.rules')}
      </Text>
      {rows.map((row, index) => (
        <RuleLine
          key={row.key}
          row={row}
          number={index + 1}
          fieldNames={fieldNames}
          showsErrors={showsErrors}
          onChange={(values) => change(row.key, values)}
          onRemove={rows.length > 1 ? () => onRows(rows.filter(({ key }) => key !== row.key)) : undefined}
        />
      ))}
      <Group justify="space-between" gap="var(--mantine-spacing-xs) var(--mantine-spacing-md)">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => onRows([...rows, emptyRow(Math.max(...rows.map(({ key }) => key)) + 1)])}
        >
          {t('streams.rules.addRow')}
        </Button>
        <MatchCount rules={rows.filter(isComplete).map(ruleDraft)} matchingType={matchingType} />
      </Group>
      {rows.length > 1 && (
        <Radio.Group value={matchingType} aria-label={t('streams.matching')}>
          <Group gap="md">
            {MATCHING_TYPES.map((type) => (
              <Radio
                key={type}
                size="xs"
                value={type}
                label={t(`streams.matching.short.${type}`)}
                onChange={() => onMatchingType(type)}
              />
            ))}
          </Group>
        </Radio.Group>
      )}
    </Stack>
  )
}

interface RuleLineProps {
  readonly row: RuleRow
  readonly number: number
  readonly fieldNames: readonly string[]
  readonly showsErrors: boolean
  readonly onChange: (values: Partial<RuleValues>) => void
  readonly onRemove: (() => void) | undefined
}

function RuleLine({ row, number, fieldNames, showsErrors, onChange, onRemove }: RuleLineProps) {
  const t = useText()
  const problems = showsErrors && !isUntouched(row) ? ruleProblems(row) : {}
  const errorOf = (field: 'field' | 'value') => problems[field] !== undefined && t(problems[field])
  const changeCondition = (text: string) => {
    const next = ruleOf(text)
    // An input id makes no sense as a text to compare, and vice versa.
    onChange({ ...next, ...(takesInput(next.type) === takesInput(row.type) ? {} : { value: '' }) })
  }
  return (
    <div className={classes['ruleRow']}>
      {takesField(row.type) && (
        <Autocomplete
          aria-label={t('streams.rule.fieldOf', { number })}
          placeholder={t('streams.rule.field')}
          autoComplete="off"
          attributes={{ dropdown: { translate: 'no' } }}
          data={[...fieldNames]}
          value={row.field}
          error={errorOf('field')}
          onChange={(field) => onChange({ field })}
        />
      )}
      <NativeSelect
        aria-label={t('streams.rule.conditionOf', { number })}
        data={CONDITIONS.map((value) => ({ value, label: t(`streams.condition.${value}`) }))}
        value={conditionOf(row)}
        onChange={(event) => changeCondition(event.currentTarget.value)}
      />
      {takesInput(row.type) && (
        <InputField
          hiddenLabel={t('streams.rule.valueOf', { number })}
          value={row.value}
          error={errorOf('value')}
          onChange={(value) => onChange({ value })}
        />
      )}
      {takesValue(row.type) && !takesInput(row.type) && (
        <ValueInput
          field={row.field}
          aria-label={t('streams.rule.valueOf', { number })}
          placeholder={t('streams.rule.value')}
          value={row.value}
          error={errorOf('value')}
          onChange={(value) => onChange({ value })}
        />
      )}
      {onRemove !== undefined && <RemoveButton label={t('streams.rule.removeOf', { number })} onClick={onRemove} />}
    </div>
  )
}
