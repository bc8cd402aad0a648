import { INDEX_SET_DEFAULTS_KEY, type IndexSetDefaults } from '@logyard/contract/store/index-set-defaults'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { indexSetDefaultsOf } from '../../cluster/index-set-defaults-query.ts'
import { useDurationText } from '../../ui/time/use-duration-text.ts'
import { ConfigDialog } from './config-dialog.tsx'
import { DocumentCard } from './document-card.tsx'
import { defaultsOfDraft, draftOfDefaults, isValidDraft } from './index-set-defaults-draft.ts'
import { IndexSetDefaultsFields } from './index-set-defaults-fields.tsx'
import { useSaveConfigDocument } from './use-save-config-document.ts'

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
      dialog={(defaults, onClose) => <DefaultsDialog defaults={defaults} onClose={onClose} />}
    />
  )
}

function DefaultsDialog({ defaults, onClose }: { defaults: IndexSetDefaults; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(() => draftOfDefaults(defaults))
  const save = useSaveConfigDocument(INDEX_SET_DEFAULTS_KEY)
  const isValid = isValidDraft(draft)
  return (
    <ConfigDialog
      title={t('configurations.indexSets.edit')}
      saveLabel={t('configurations.documents.save')}
      isSaving={save.isPending}
      onSave={() => isValid && save.mutate({ ...defaultsOfDraft(draft) }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <IndexSetDefaultsFields draft={draft} onChange={(changes) => setDraft((old) => ({ ...old, ...changes }))} />
    </ConfigDialog>
  )
}
