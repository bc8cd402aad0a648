/** Rotation, when a new index replaces the current one, and retention, what happens to old indices. */
import { NativeSelect, NumberInput, Text, TextInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { normalizePeriod } from '../../../ui/time/iso-period.ts'
import { usePeriodText } from '../../../ui/time/use-period-text.ts'
import { useBytes } from '../../../ui/use-bytes.ts'
import { RETENTION_KINDS, ROTATION_KINDS } from '../strategies/strategies.ts'
import type { IndexSetFormState } from './index-set-values.ts'

export function RotationSection({ form }: { form: IndexSetFormState }) {
  const t = useText()
  const bytes = useBytes()
  const periodText = usePeriodText()
  const { rotation, max_size: maxSize, rotation_period: period } = form.values
  return (
    <FormSection title={t('indexSets.rotation')} description={t('indexSets.rotation.help')}>
      <NativeSelect
        label={t('indexSets.rotation.strategy')}
        data={ROTATION_KINDS.map((kind) => ({ value: kind, label: t(`indexSets.rotation.${kind}`) }))}
        {...form.text('rotation')}
      />
      {rotation === 'count' && (
        <NumberInput
          label={t('indexSets.maxDocs')}
          description={t('indexSets.maxDocs.help')}
          thousandSeparator
          {...form.number('max_docs_per_index')}
        />
      )}
      {rotation === 'size' && (
        <NumberInput
          label={t('indexSets.maxSize')}
          description={<span translate="no">{bytes(Number(maxSize))}</span>}
          thousandSeparator
          {...form.number('max_size')}
        />
      )}
      {rotation === 'time' && (
        <TextInput
          label={t('indexSets.period')}
          description={<PeriodHelp words={periodText(normalizePeriod(period))} />}
          {...form.text('rotation_period')}
        />
      )}
    </FormSection>
  )
}

function PeriodHelp({ words }: { words: string | undefined }) {
  const t = useText()
  return (
    <>
      {words !== undefined && (
        <Text span inherit fw={550} translate="no">
          {words}
          {'. '}
        </Text>
      )}
      {t('indexSets.period.help')}
    </>
  )
}

export function RetentionSection({ form }: { form: IndexSetFormState }) {
  const t = useText()
  const { retention } = form.values
  return (
    <FormSection title={t('indexSets.retention')} description={t('indexSets.retention.help')}>
      <NativeSelect
        label={t('indexSets.retention.strategy')}
        data={RETENTION_KINDS.map((kind) => ({ value: kind, label: t(`indexSets.retention.${kind}`) }))}
        {...form.text('retention')}
      />
      {retention === 'none' ? (
        <Dimmed>{t('indexSets.retention.notConfigurable')}</Dimmed>
      ) : (
        <NumberInput
          label={t('indexSets.maxIndices')}
          description={t(`indexSets.maxIndices.${retention}`)}
          {...form.number('max_number_of_indices')}
        />
      )}
    </FormSection>
  )
}
