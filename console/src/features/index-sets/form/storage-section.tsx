import { Checkbox, NumberInput } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import type { IndexSetFormState } from './index-set-values.ts'

export function StorageSection({ form }: { form: IndexSetFormState }) {
  const t = useText()
  return (
    <FormSection title={t('indexSets.form.storage')} description={t('indexSets.form.storage.help')}>
      <NumberInput label={t('indexSets.shards')} {...form.number('shards')} />
      <NumberInput label={t('indexSets.replicas')} {...form.number('replicas')} />
      <NumberInput
        label={t('indexSets.segments')}
        description={t('indexSets.segments.help')}
        {...form.number('index_optimization_max_num_segments')}
      />
      <Checkbox label={t('indexSets.optimizationDisabled')} {...form.flag('index_optimization_disabled')} />
      <DurationInput
        label={t('indexSets.refreshInterval')}
        description={t('indexSets.refreshInterval.help')}
        valueMs={form.values.field_type_refresh_interval}
        onChange={(next) => form.change({ field_type_refresh_interval: next })}
        error={form.errors['field_type_refresh_interval']}
      />
    </FormSection>
  )
}
