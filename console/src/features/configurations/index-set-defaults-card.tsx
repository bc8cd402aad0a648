import { INDEX_SET_DEFAULTS_KEY, type IndexSetDefaults } from '@logyard/contract/store/index-set-defaults'
import { useText } from '../../base/text/text.tsx'
import { indexSetDefaultsOf } from '../../cluster-config/index-set-defaults-query.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { useDurationText } from '../../ui/time/use-duration-text.ts'
import { DocumentCard } from './document-card.tsx'
import { defaultsOfDraft, draftOfDefaults, validFields } from './index-set-defaults-draft.ts'
import { IndexSetDefaultsFields } from './index-set-defaults-fields.tsx'
import { useDocumentForm } from './use-document-form.ts'

/** The values that new index sets start with. */
export function IndexSetDefaultsCard() {
  const t = useText()
  const durationText = useDurationText()
  const strategies = (defaults: IndexSetDefaults) => {
    const draft = draftOfDefaults(defaults)
    const limit = { count: 'max_docs_per_index', size: 'max_size', time: 'rotation_period' } as const
    return [
      {
        label: t('indexSets.rotation'),
        value: (
          <>
            {t(`indexSets.rotation.${draft.rotation}`)}: <span translate="no">{draft[limit[draft.rotation]]}</span>
          </>
        ),
      },
      {
        label: t('indexSets.retention'),
        value: (
          <span>
            {t(`indexSets.retention.${draft.retention}.says`, {
              max: defaults.retention_strategy.max_number_of_indices,
            })}
          </span>
        ),
      },
    ]
  }
  return (
    <DocumentCard
      documentKey={INDEX_SET_DEFAULTS_KEY}
      title={t('configurations.indexSets')}
      description={t('configurations.indexSets.description')}
      read={indexSetDefaultsOf}
      items={(defaults) => [
        { label: t('indexSets.shards'), value: defaults.shards },
        { label: t('indexSets.replicas'), value: defaults.replicas },
        { label: t('indexSets.analyzer'), value: defaults.index_analyzer },
        { label: t('indexSets.segments'), value: defaults.index_optimization_max_num_segments },
        { label: t('indexSets.optimizationDisabled'), value: defaults.index_optimization_disabled },
        {
          label: t('indexSets.refreshInterval'),
          value: <span>{durationText(defaults.field_type_refresh_interval)}</span>,
        },
        ...strategies(defaults),
      ]}
      editTitle={t('configurations.indexSets.edit')}
      form={(defaults) => <DefaultsForm defaults={defaults} />}
    />
  )
}

function DefaultsForm({ defaults }: { defaults: IndexSetDefaults }) {
  const t = useText()
  const form = useDocumentForm({
    documentKey: INDEX_SET_DEFAULTS_KEY,
    initial: draftOfDefaults(defaults),
    labels: { index_analyzer: t('indexSets.analyzer'), rotation_period: t('indexSets.period') },
    problems(draft) {
      const valid = validFields(draft)
      return {
        index_analyzer: !valid.index_analyzer && t('indexSets.error.required'),
        rotation_period: !valid.rotation_period && t('configurations.period.invalid'),
      }
    },
    toDocument: defaultsOfDraft,
  })
  return (
    <EntityForm form={form}>
      <IndexSetDefaultsFields draft={form.values} onChange={form.change} />
    </EntityForm>
  )
}
