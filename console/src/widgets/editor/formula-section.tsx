import { type AggregationConfig, type Formula, MAX_FORMULAS } from '@logyard/contract/views/view-state'
import { applyFix } from '@logyard/languages/query/query-fix'
import { compileFormula, MAX_FORMULA_LENGTH } from '@logyard/languages/query-steps/formula'
import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useTextDraft } from '../../query/query-input/use-text-draft.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { lettersOf } from '../../view-document/model/formulas.ts'
import { MetricUnit } from './metric-unit.tsx'

interface FormulaSectionProps {
  readonly config: AggregationConfig
  readonly onChange: (changes: Pick<AggregationConfig, 'formulas' | 'formulas_only'>) => void
}

/** Numbers that are calculated from the metrics. */
export function FormulaSection({
  config: { series, formulas = [], formulas_only: isOnly = false },
  onChange,
}: FormulaSectionProps) {
  const t = useText()
  const letters = lettersOf(series)
  const change = (next: Formula[]) => onChange({ formulas: next, formulas_only: isOnly && next.length > 0 })
  const first = letters.length > 1 ? `${letters[0]} / ${letters[1]}` : `${letters[0] ?? 'A'} * 100`
  return (
    <Stack gap={6} role="group" aria-label={t('widgets.formulas')}>
      <div>
        <Text size="xs" fw={500}>
          {t('widgets.formulas')}
        </Text>
        <Dimmed size="xs">{t('widgets.formulas.help')}</Dimmed>
      </div>
      {formulas.map((formula, at) => (
        <FormulaFields
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike, their place is their identity
          key={at}
          formula={formula}
          letters={letters}
          onChange={(next) => change(formulas.with(at, next))}
          onRemove={() => change(formulas.toSpliced(at, 1))}
        />
      ))}
      {formulas.length < MAX_FORMULAS && (
        <Button
          size="compact-xs"
          variant="default"
          w="fit-content"
          leftSection={<IconPlus size={13} />}
          onClick={() => change([...formulas, { formula: first }])}
        >
          {t('widgets.formulas.add')}
        </Button>
      )}
      {formulas.length > 0 && (
        <Checkbox
          size="xs"
          label={t('widgets.formulas.only')}
          checked={isOnly}
          onChange={(event) => onChange({ formulas, formulas_only: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}

interface FormulaFieldsProps {
  readonly formula: Formula
  readonly letters: readonly string[]
  readonly onChange: (formula: Formula) => void
  readonly onRemove: () => void
}

function FormulaFields({ formula, letters, onChange, onRemove }: FormulaFieldsProps) {
  const t = useText()
  const { format, ...others } = formula
  const [text, setText] = useTextDraft(formula.formula)
  const [name, setName] = useTextDraft(formula.name ?? '')
  const apply = (next: string) => onChange({ ...formula, formula: next })
  const commit = () => {
    if (text !== formula.formula) apply(text)
  }
  return (
    <Stack gap={4} pb={4} style={{ borderBottom: '1px solid var(--ly-border)' }}>
      <Group gap={4} wrap="nowrap" align="flex-end">
        <TextInput
          size="xs"
          flex={1}
          label={t('widgets.formulas.formula')}
          maxLength={MAX_FORMULA_LENGTH}
          value={text}
          spellCheck={false}
          translate="no"
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && commit()}
        />
        <ActionIcon aria-label={t('widgets.formulas.remove', { formula: formula.formula })} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      </Group>
      <FormulaProblem text={text} letters={letters} onFix={apply} />
      <TextInput
        size="xs"
        label={t('widgets.editor.metricName')}
        placeholder={formula.formula}
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => name !== (formula.name ?? '') && onChange({ ...formula, name: name.trim() || null })}
      />
      <MetricUnit
        series={{ function: formula.formula, config: { name: null, ...(format === undefined ? {} : { format }) } }}
        onChange={({ config }) =>
          onChange({ ...others, ...(config.format === undefined ? {} : { format: config.format }) })
        }
      />
    </Stack>
  )
}

interface FormulaProblemProps {
  readonly text: string
  readonly letters: readonly string[]
  readonly onFix: (text: string) => void
}

/** The error of a formula, the part of the text that has it, and a button that applies the fix. */
function FormulaProblem({ text, letters, onFix }: FormulaProblemProps) {
  const t = useText()
  const id = useId()
  const compiled = compileFormula(text, letters)
  if (compiled.ok) return null
  const { message, from, to, fix } = compiled.error
  const fixed = fix && applyFix(text, fix)
  return (
    <Group gap="xs" wrap="wrap">
      <Text id={id} size="xs" c="var(--mantine-color-error)" role="alert">
        {text.slice(from, to).trim() !== '' && (
          <Text span inherit ff="monospace" td="underline" translate="no">
            {text.slice(from, to)}
          </Text>
        )}{' '}
        {message}
      </Text>
      {fixed !== undefined && (
        <Button size="compact-xs" variant="default" aria-describedby={id} onClick={() => onFix(fixed)}>
          {t('search.query.fix.to', { query: fixed })}
        </Button>
      )}
    </Group>
  )
}
