import { Checkbox, NumberInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import type { IndexSetFormState } from './index-set-values.ts'

export function StorageSection({ form }: { form: IndexSetFormState }) {
  const t = useText()
  const { values } = form
  return (
    <FormSection title={t('indexSets.form.storage')} description={t('indexSets.form.storage.help')}>
      <NumberInput label={t('indexSets.shards')} allowDecimal={false} {...form.getInputProps('shards')} />
      <NumberInput label={t('indexSets.replicas')} allowDecimal={false} {...form.getInputProps('replicas')} />
      <NumberInput
        label={t('indexSets.segments')}
        description={t('indexSets.segments.help')}
        allowDecimal={false}
        {...form.getInputProps('index_optimization_max_num_segments')}
      />
      <Checkbox
        label={t('indexSets.optimizationDisabled')}
        {...form.getInputProps('index_optimization_disabled', { type: 'checkbox' })}
      />
      <DurationInput
        label={t('indexSets.refreshInterval')}
        description={t('indexSets.refreshInterval.help')}
        valueMs={values.field_type_refresh_interval}
        onChange={(next) => form.setFieldValue('field_type_refresh_interval', next)}
        error={textOf(form.errors['field_type_refresh_interval'])}
      />
    </FormSection>
  )
}

const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined)
