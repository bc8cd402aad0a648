import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { PatternInput } from '../../../parsing/pattern-input/pattern-input.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import type { ExtractorValues } from '../model/extractor-values.ts'
import type { Trials } from '../preview/use-try.ts'
import { Verdict } from '../verdict.tsx'

interface ConditionFieldsProps {
  readonly form: EntityForm<ExtractorValues>
  readonly trial: Trials['condition']
}

const TYPES = ['none', 'string', 'regex'] as const

export function ConditionFields({ form, trial }: ConditionFieldsProps) {
  const t = useText()
  const type = form.values.conditionType
  return (
    <Stack gap="sm">
      <Radio.Group
        aria-label={t('extractors.condition')}
        value={type}
        onChange={(conditionType) => form.change({ conditionType })}
      >
        <Stack gap="xs">
          {TYPES.map((one) => (
            <Radio key={one} value={one} label={t(`extractors.condition.${one}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {type === 'string' && (
        <TextInput
          label={t('extractors.condition.string.value')}
          required
          autoComplete="off"
          spellCheck={false}
          {...form.text('conditionValue')}
        />
      )}
      {type === 'regex' && (
        <PatternInput
          language="regex"
          label={t('extractors.condition.regex.value')}
          heading={t('extractors.condition.regex.value')}
          isRequired
          value={form.values.conditionValue}
          error={form.errors['conditionValue']}
          onChange={(next) => form.change({ conditionValue: next })}
        />
      )}
      {type !== 'none' && <ConditionVerdict trial={trial} />}
    </Stack>
  )
}

function ConditionVerdict({ trial: { result, error } }: { trial: Trials['condition'] }) {
  const t = useText()
  if (error !== null) {
    return (
      <Text size="sm" c="var(--ly-bad-text)" role="status">
        {t('extractors.condition.invalid')}
      </Text>
    )
  }
  if (result === undefined || result.condition === 'none' || result.condition === 'no_text') return null
  const isHit = result.condition === 'hit'
  return (
    <div role="status">
      <Verdict isGood={isHit}>{t(isHit ? 'extractors.condition.hit' : 'extractors.condition.miss')}</Verdict>
    </div>
  )
}
