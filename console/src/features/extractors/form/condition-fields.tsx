import { Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { PatternInput } from '../../../parsing/pattern-input/pattern-input.tsx'
import type { EntityForm } from '../../../ui/form/use-entity-form.ts'
import type { ExtractorValues } from '../model/extractor-values.ts'
import type { Trials } from '../preview/use-try.ts'
import classes from './extractor-form.module.css'

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
        onChange={(next) => {
          const known = TYPES.find((one) => one === next)
          if (known !== undefined) form.change({ conditionType: known })
        }}
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
          withAsterisk={false}
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
      <Text size="sm" className={classes['bad'] ?? ''} role="status">
        {t('extractors.condition.invalid')}
      </Text>
    )
  }
  if (result === undefined || result.condition === 'none' || result.condition === 'no_text') return null
  const isHit = result.condition === 'hit'
  return (
    <Group gap={6} role="status" className={classes[isHit ? 'good' : 'bad'] ?? ''} wrap="nowrap">
      {isHit ? <IconCheck size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
      <Text size="sm" inherit>
        {t(isHit ? 'extractors.condition.hit' : 'extractors.condition.miss')}
      </Text>
    </Group>
  )
}
