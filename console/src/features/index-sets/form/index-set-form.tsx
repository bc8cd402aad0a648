import type { IndexSet } from '@logyard/contract/store/index-sets'
import { Group } from '@mantine/core'
import { useForm } from '@mantine/form'
import { statusText } from '../../../api/api-error.ts'
import { useText } from '../../../base/text/text.tsx'
import { useLeaveGuard } from '../../../ui/confirm/use-leave-guard.ts'
import { apiFieldErrors } from '../../../ui/form/api-field-errors.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { SaveButton } from '../../../ui/form/save-button.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { AdvancedSections } from './advanced-sections.tsx'
import { GeneralSection } from './general-section.tsx'
import { type IndexSetValues, indexSetProblems, indexSetValues, type Strategies } from './index-set-values.ts'

export interface IndexSetFormProps {
  /** Absent for a new index set. */
  readonly indexSet: IndexSet | undefined
  readonly strategies: Strategies
  readonly saveLabel: string
  readonly isSaving: boolean
  readonly error: { readonly title: string; readonly cause: Error } | undefined
  readonly onSave: (values: IndexSetValues) => Promise<unknown>
  readonly cancelTo: string
}

/** Creates or edits an index set. A read-only one has no rotation and retention to edit. */
export function IndexSetForm(props: IndexSetFormProps) {
  const { indexSet, strategies, saveLabel, isSaving, error, onSave, cancelTo } = props
  const t = useText()
  const isNew = indexSet === undefined
  const form = useForm<IndexSetValues>({
    initialValues: indexSetValues(indexSet, strategies),
    validateInputOnBlur: true,
    validate: (values) =>
      Object.fromEntries(Object.entries(indexSetProblems(values, isNew)).map(([field, id]) => [field, t(id)])),
  })
  useLeaveGuard(form.isDirty())
  const submit = form.onSubmit(
    (values) =>
      onSave(values).then(
        () => form.resetDirty(values),
        (cause: unknown) => form.setErrors(apiFieldErrors(cause) ?? {}),
      ),
    (errors) => {
      const [first] = Object.keys(errors)
      if (first !== undefined) form.getInputNode(first)?.focus()
    },
  )
  return (
    <form onSubmit={submit} noValidate aria-label={t('indexSets.form')}>
      <GeneralSection form={form} indexSet={indexSet} />
      <AdvancedSections form={form} indexSet={indexSet} />
      <FormErrors
        errors={form.errors}
        labels={useLabels()}
        general={error === undefined ? undefined : { title: error.title, text: statusText(error.cause) }}
      />
      <Group mt="md" mb="lg" gap="sm">
        <SaveButton label={saveLabel} isSaving={isSaving} isDisabled={!isNew && !form.isDirty()} />
        <LinkButton variant="default" to={cancelTo}>
          {t('ui.cancel')}
        </LinkButton>
      </Group>
    </form>
  )
}

function useLabels(): Readonly<Record<keyof IndexSetValues, string>> {
  const t = useText()
  return {
    title: t('indexSets.title'),
    description: t('indexSets.description'),
    index_prefix: t('indexSets.prefix'),
    index_analyzer: t('indexSets.analyzer'),
    shards: t('indexSets.shards'),
    replicas: t('indexSets.replicas'),
    index_optimization_max_num_segments: t('indexSets.segments'),
    index_optimization_disabled: t('indexSets.optimizationDisabled'),
    field_type_refresh_interval: t('indexSets.refreshInterval'),
    keep: t('indexSets.keep'),
    keep_by: t('indexSets.keep.strategies'),
    rotation: t('indexSets.rotation'),
    max_docs_per_index: t('indexSets.maxDocs'),
    max_size: t('indexSets.maxSize'),
    rotation_period: t('indexSets.period'),
    retention: t('indexSets.retention'),
    max_number_of_indices: t('indexSets.maxIndices'),
  }
}
