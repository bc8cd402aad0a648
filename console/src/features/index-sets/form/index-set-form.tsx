import type { IndexSet } from '@logyard/contract/store/index-sets'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { problemWords } from '../../../ui/form/problem-words.ts'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { AdvancedSections } from './advanced-sections.tsx'
import { GeneralSection } from './general-section.tsx'
import { type IndexSetValues, indexSetProblems, indexSetValues, type Strategies } from './index-set-values.ts'

interface IndexSetFormProps {
  /** Absent for a new index set. */
  readonly indexSet?: IndexSet
  readonly strategies: Strategies
  readonly failedTitle: string
  readonly save: (values: IndexSetValues) => Promise<unknown>
  readonly cancelTo: string
}

/** Creates or edits an index set. A read-only one has no rotation and retention to edit. */
export function IndexSetForm({ indexSet, strategies, failedTitle, save, cancelTo }: IndexSetFormProps) {
  const t = useText()
  const go = useGo()
  const isNew = indexSet === undefined
  const form = useEntityForm({
    isNew,
    initial: indexSetValues(indexSet, strategies),
    labels: useLabels(),
    problems: (values) => problemWords(indexSetProblems(values, isNew), (problem) => t(problem)),
    save,
    failedTitle,
    onSaved: () => go(routes.indices.list(), { isSaved: true }),
  })
  return (
    <EntityForm form={form} label={t('indexSets.form')} cancelTo={cancelTo}>
      <GeneralSection form={form} indexSet={indexSet} hasColdStorage={strategies.hasColdStorage} />
      <AdvancedSections form={form} indexSet={indexSet} />
    </EntityForm>
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
    cold_after_days: t('indexSets.coldAfter'),
    keep_by: t('indexSets.keep.strategies'),
    rotation: t('indexSets.rotation'),
    max_docs_per_index: t('indexSets.maxDocs'),
    max_size: t('indexSets.maxSize'),
    rotation_period: t('indexSets.period'),
    retention: t('indexSets.retention'),
    max_number_of_indices: t('indexSets.maxIndices'),
  }
}
