import { AUDIT_SETTINGS_KEY, type AuditSettings } from '@logyard/contract/audit/audit'
import { configuresAuditLog } from '@logyard/contract/identity/rights'
import { useMay } from '../../base/session/current-user.tsx'
import { useText } from '../../base/text/text.tsx'
import type { ConfigDocument } from '../../cluster-config/config-document-query.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { useBytes } from '../../ui/use-bytes.ts'
import { DocumentCard } from './document-card.tsx'
import { useDocumentForm } from './use-document-form.ts'
import { WholeNumberInput } from './whole-number-input.tsx'

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
  return (
    <DocumentCard
      documentKey={AUDIT_SETTINGS_KEY}
      title={t('configurations.audit')}
      description={t('configurations.audit.description')}
      mayEdit={useMay()(configuresAuditLog)}
      read={auditSettings}
      items={(settings) => [
        {
          label: t('configurations.audit.age'),
          value: t('configurations.audit.days', { count: settings.max_age_days }),
        },
        {
          label: t('configurations.audit.size'),
          value: <span translate="no">{bytes(settings.max_bytes)}</span>,
        },
      ]}
      editTitle={t('configurations.audit.edit')}
      form={(settings) => <AuditForm settings={settings} />}
    />
  )
}

function AuditForm({ settings }: { settings: AuditSettings }) {
  const t = useText()
  const form = useDocumentForm({ documentKey: AUDIT_SETTINGS_KEY, initial: settings })
  return (
    <EntityForm form={form}>
      <WholeNumberInput
        label={t('configurations.audit.age')}
        description={t('configurations.audit.age.help')}
        min={1}
        max={MAX_DAYS}
        {...form.choice('max_age_days')}
      />
      <WholeNumberInput
        label={t('configurations.audit.size')}
        description={t('configurations.audit.size.help')}
        suffix=" MB"
        min={1}
        max={MAX_MEGABYTES}
        value={Math.round(form.values.max_bytes / MEGABYTE)}
        onChange={(size) => form.change({ max_bytes: size * MEGABYTE })}
      />
    </EntityForm>
  )
}
