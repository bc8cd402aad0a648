import { AUDIT_SETTINGS_KEY, type AuditSettings } from '@logyard/contract/audit/audit'
import { configuresAuditLog } from '@logyard/contract/identity/rights'
import { NumberInput, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../base/services/services.tsx'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import { type ConfigDocument, configDocumentQuery } from '../../cluster/config-document-query.ts'
import { DefinitionList } from '../../ui/definition-list.tsx'
import { LoadFailed } from '../../ui/page/load-failed.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { ConfigDialog } from './config-dialog.tsx'
import { ConfigurationCard } from './configuration-card.tsx'
import { useCanEditDocuments } from './use-can-edit-documents.ts'
import { useSaveConfigDocument } from './use-save-config-document.ts'

const MEGABYTE = 1_000_000
const MAX_DAYS = 36_500
const MAX_MEGABYTES = 100_000

const auditSettings = ({ max_age_days: days, max_bytes: bytes }: ConfigDocument): AuditSettings => ({
  max_age_days: Number(days),
  max_bytes: Number(bytes),
})

/** How long entries of the audit log are retained. */
export function AuditCard() {
  const t = useText()
  const bytes = useBytes()
  const document = useQuery(configDocumentQuery(useCall(), AUDIT_SETTINGS_KEY))
  const [isOpen, setIsOpen] = useState(false)
  const settings = document.data && auditSettings(document.data)
  const mayConfigure = useMay()(configuresAuditLog)
  const canEdit = useCanEditDocuments() && mayConfigure
  return (
    <ConfigurationCard
      title={t('configurations.audit')}
      description={t('configurations.audit.description')}
      onUpdate={canEdit && settings !== undefined ? () => setIsOpen(true) : undefined}
    >
      {document.isError && <LoadFailed error={document.error} onRetry={document.refetch} />}
      {document.isPending && <Skeleton h={50} />}
      {settings !== undefined && (
        <DefinitionList
          items={[
            {
              label: t('configurations.audit.age'),
              value: t('configurations.audit.days', { count: settings.max_age_days }),
            },
            {
              label: t('configurations.audit.size'),
              value: <span translate="no">{bytes(settings.max_bytes)}</span>,
            },
          ]}
        />
      )}
      {isOpen && settings !== undefined && <AuditDialog settings={settings} onClose={() => setIsOpen(false)} />}
    </ConfigurationCard>
  )
}

function AuditDialog({ settings, onClose }: { settings: AuditSettings; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(settings)
  const save = useSaveConfigDocument(AUDIT_SETTINGS_KEY)
  return (
    <ConfigDialog
      title={t('configurations.audit.edit')}
      saveLabel={t('configurations.audit.save')}
      isSaving={save.isPending}
      onSave={() => save.mutate({ ...draft }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <NumberInput
        label={t('configurations.audit.age')}
        description={t('configurations.audit.age.help')}
        min={1}
        max={MAX_DAYS}
        allowDecimal={false}
        value={draft.max_age_days}
        onChange={(days) => typeof days === 'number' && setDraft((old) => ({ ...old, max_age_days: days }))}
      />
      <NumberInput
        label={t('configurations.audit.size')}
        description={t('configurations.audit.size.help')}
        suffix=" MB"
        min={1}
        max={MAX_MEGABYTES}
        allowDecimal={false}
        value={Math.round(draft.max_bytes / MEGABYTE)}
        onChange={(size) => typeof size === 'number' && setDraft((old) => ({ ...old, max_bytes: size * MEGABYTE }))}
      />
    </ConfigDialog>
  )
}
