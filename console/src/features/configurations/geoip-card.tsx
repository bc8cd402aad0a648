import { GEOIP_CONFIG_KEY } from '@logyard/contract/lookup/geoip-config'
import { Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useText } from '../../base/text/text.tsx'
import { type ConfigDocument, configDocumentQuery } from '../../cluster/config-document-query.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { ConfigDialog } from './config-dialog.tsx'
import { ConfigurationCard } from './configuration-card.tsx'
import { useCanEditDocuments } from './use-can-edit-documents.ts'
import { useSaveConfigDocument } from './use-save-config-document.ts'

const DATABASE_TYPES = ['MAXMIND_CITY', 'MAXMIND_COUNTRY', 'MAXMIND_ASN'] as const

interface GeoIpConfig {
  readonly enabled: boolean
  readonly db_type: (typeof DATABASE_TYPES)[number]
  readonly db_path: string
}

const geoIpConfig = ({ enabled, db_type: type, db_path: path }: ConfigDocument): GeoIpConfig => ({
  enabled: enabled === true,
  db_type: DATABASE_TYPES.find((known) => known === type) ?? 'MAXMIND_CITY',
  db_path: typeof path === 'string' ? path : '/etc/graylog/server/GeoLite2-City.mmdb',
})

/** The processor that adds locations to IP addresses in messages. */
export function GeoIpCard() {
  const t = useText()
  const canEdit = useCanEditDocuments()
  const document = useQuery(configDocumentQuery(useCall(), GEOIP_CONFIG_KEY))
  const [isOpen, setIsOpen] = useState(false)
  const config = document.data && geoIpConfig(document.data)
  return (
    <ConfigurationCard
      title={t('configurations.geoip')}
      description={t('configurations.geoip.description')}
      onUpdate={canEdit && config !== undefined ? () => setIsOpen(true) : undefined}
    >
      {document.isError && <LoadFailed error={document.error} onRetry={document.refetch} />}
      {document.isPending && <Skeleton h={80} />}
      {config !== undefined && (
        <DefinitionList
          items={[
            { label: t('configurations.geoip.state'), value: config.enabled },
            {
              label: t('configurations.geoip.type'),
              value: <span>{t(`configurations.geoip.${config.db_type}`)}</span>,
            },
            { label: t('configurations.geoip.path'), value: config.db_path },
          ]}
        />
      )}
      {isOpen && config !== undefined && <GeoIpDialog config={config} onClose={() => setIsOpen(false)} />}
    </ConfigurationCard>
  )
}

function GeoIpDialog({ config, onClose }: { config: GeoIpConfig; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(config)
  const save = useSaveConfigDocument(GEOIP_CONFIG_KEY)
  const isPathMissing = draft.enabled && draft.db_path.trim() === ''
  return (
    <ConfigDialog
      title={t('configurations.geoip.edit')}
      saveLabel={t('configurations.geoip.save')}
      isSaving={save.isPending}
      onSave={() => !isPathMissing && save.mutate({ ...draft }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Checkbox
        label={t('configurations.geoip.enabled')}
        data-autofocus
        checked={draft.enabled}
        onChange={({ currentTarget }) => setDraft({ ...draft, enabled: currentTarget.checked })}
      />
      <NativeSelect
        label={t('configurations.geoip.type')}
        data={DATABASE_TYPES.map((value) => ({ value, label: t(`configurations.geoip.${value}`) }))}
        value={draft.db_type}
        onChange={({ currentTarget }) => {
          const type = DATABASE_TYPES.find((known) => known === currentTarget.value)
          if (type !== undefined) setDraft({ ...draft, db_type: type })
        }}
      />
      <TextInput
        label={t('configurations.geoip.path')}
        description={t('configurations.geoip.path.help')}
        required
        autoComplete="off"
        spellCheck={false}
        translate="no"
        value={draft.db_path}
        error={isPathMissing ? t('configurations.geoip.pathRequired') : undefined}
        onChange={({ currentTarget }) => setDraft({ ...draft, db_path: currentTarget.value })}
      />
    </ConfigDialog>
  )
}
