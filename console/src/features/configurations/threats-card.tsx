import { THREAT_INTEL_KEY } from '@logyard/contract/lookup/threat-intelligence'
import { Checkbox, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { type ConfigDocument, configDocumentQuery } from '../../cluster/config-document-query.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { ConfigDialog } from './config-dialog.tsx'
import { ConfigurationCard } from './configuration-card.tsx'
import { useCanEditDocuments } from './use-can-edit-documents.ts'
import { useSaveConfigDocument } from './use-save-config-document.ts'

/** What a document has before the first change. */
const DEFAULTS = {
  tor_enabled: false,
  spamhaus_enabled: false,
  abusech_ransom_enabled: false,
  otx_enabled: false,
  otx_api_key: null,
}

const hasKey = ({ otx_api_key: key }: ConfigDocument) => typeof key === 'string' && key !== ''

/** The sources of threat intelligence that lookups may ask. */
export function ThreatsCard() {
  const t = useText()
  const canEdit = useCanEditDocuments()
  const config = useQuery(configDocumentQuery(useCall(), THREAT_INTEL_KEY))
  const [isOpen, setIsOpen] = useState(false)
  const { data } = config
  return (
    <ConfigurationCard
      title={t('configurations.threats')}
      description={t('configurations.threats.description')}
      onUpdate={canEdit && data !== undefined ? () => setIsOpen(true) : undefined}
    >
      {config.isError && <LoadFailed error={config.error} onRetry={config.refetch} />}
      {config.isPending && <Skeleton h={60} />}
      {data !== undefined && (
        <DefinitionList
          items={[
            { label: t('configurations.threats.tor'), value: data['tor_enabled'] === true },
            { label: t('configurations.threats.spamhaus'), value: data['spamhaus_enabled'] === true },
            {
              label: t('configurations.threats.otxKey'),
              value: (
                <span>
                  {t(hasKey(data) ? 'configurations.threats.otxKey.set' : 'configurations.threats.otxKey.none')}
                </span>
              ),
            },
          ]}
        />
      )}
      {isOpen && data !== undefined && <ThreatsDialog config={data} onClose={() => setIsOpen(false)} />}
    </ConfigurationCard>
  )
}

function ThreatsDialog({ config, onClose }: { config: ConfigDocument; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState<ConfigDocument>({ ...DEFAULTS, ...config })
  const save = useSaveConfigDocument(THREAT_INTEL_KEY)
  return (
    <ConfigDialog
      title={t('configurations.threats.edit')}
      saveLabel={t('configurations.threats.save')}
      isSaving={save.isPending}
      onSave={() => save.mutate(draft, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Checkbox
        label={t('configurations.threats.tor.allow')}
        description={t('configurations.threats.tor.help')}
        data-autofocus
        checked={draft['tor_enabled'] === true}
        onChange={({ currentTarget }) => setDraft({ ...draft, tor_enabled: currentTarget.checked })}
      />
      <Checkbox
        label={t('configurations.threats.spamhaus.allow')}
        description={t('configurations.threats.spamhaus.help')}
        checked={draft['spamhaus_enabled'] === true}
        onChange={({ currentTarget }) => setDraft({ ...draft, spamhaus_enabled: currentTarget.checked })}
      />
      <SecretField
        label={t('configurations.threats.otxKey')}
        description={t('configurations.threats.otxKey.help')}
        value={draft['otx_api_key']}
        onChange={(key) => setDraft({ ...draft, otx_api_key: key ?? null })}
      />
    </ConfigDialog>
  )
}
