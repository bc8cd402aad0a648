import type { IndexSet } from '@logyard/contract/store/index-sets'
import { Alert, Button, Checkbox, Collapse, NumberInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconLock } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { DurationInput } from '../../../ui/time/duration-input.tsx'
import { AnalyzerInput } from './general-section.tsx'
import type { IndexSetFormState } from './index-set-values.ts'
import { RetentionSection, RotationSection } from './lifecycle-sections.tsx'

/** The fields that are always visible; an error in any other field opens the rest. */
const BASIC = ['title', 'description', 'index_prefix', 'keep', 'cold_after_days']

/** What few people change, folded away: the analyzer, storage, and rotation and retention by other measures. */
export function AdvancedSections({ form, indexSet }: { form: IndexSetFormState; indexSet: IndexSet | undefined }) {
  const t = useText()
  const id = useId()
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isOpen = isUnfolded || Object.keys(form.errors).some((field) => !BASIC.includes(field))
  const hasOwnStrategies = form.values.keep_by === 'strategies'
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        w="fit-content"
        leftSection={isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsUnfolded(!isOpen)}
      >
        {t('indexSets.advanced')}
      </Button>
      <Collapse expanded={isOpen} id={id}>
        {indexSet === undefined && <AnalyzerInput form={form} />}
        <StorageSection form={form} />
        {indexSet?.writable === false ? (
          <Alert color="gray" icon={<IconLock />} mb="md">
            {t('indexSets.readOnly.text')}
          </Alert>
        ) : (
          <>
            <Checkbox
              label={t('indexSets.keep.strategies')}
              mb="md"
              checked={hasOwnStrategies}
              onChange={(event) => form.change({ keep_by: event.currentTarget.checked ? 'strategies' : 'time' })}
            />
            {hasOwnStrategies && (
              <>
                <RotationSection form={form} />
                <RetentionSection form={form} />
              </>
            )}
          </>
        )}
      </Collapse>
    </>
  )
}

function StorageSection({ form }: { form: IndexSetFormState }) {
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
