import { THREAT_INTEL_KEY } from '@logyard/contract/lookup/threat-intelligence'
import { Checkbox } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { ConfigDocument } from '../../cluster-config/config-document-query.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { SecretField } from '../../ui/form/secret-field.tsx'
import { DocumentCard } from './document-card.tsx'
import { useDocumentForm } from './use-document-form.ts'

/** The settings; those that the document lacks have their defaults. */
const threatsConfig = (document: ConfigDocument) => ({
  tor_enabled: document['tor_enabled'] === true,
  spamhaus_enabled: document['spamhaus_enabled'] === true,
  abusech_ransom_enabled: document['abusech_ransom_enabled'] === true,
  otx_enabled: document['otx_enabled'] === true,
  otx_api_key: document['otx_api_key'] ?? null,
})
type ThreatsConfig = ReturnType<typeof threatsConfig>

/** The sources of threat intelligence that lookups may ask. */
export function ThreatsCard() {
  const t = useText()
  const stateOf = ({ otx_api_key: key }: ThreatsConfig) =>
    typeof key === 'string' && key !== '' ? 'configurations.threats.otxKey.set' : 'configurations.threats.otxKey.none'
  return (
    <DocumentCard
      documentKey={THREAT_INTEL_KEY}
      title={t('configurations.threats')}
      description={t('configurations.threats.description')}
      read={threatsConfig}
      items={(config) => [
        { label: t('configurations.threats.tor'), value: config.tor_enabled },
        { label: t('configurations.threats.spamhaus'), value: config.spamhaus_enabled },
        { label: t('configurations.threats.otxKey'), value: <span>{t(stateOf(config))}</span> },
      ]}
      editTitle={t('configurations.threats.edit')}
      form={(config) => <ThreatsForm config={config} />}
    />
  )
}

function ThreatsForm({ config }: { config: ThreatsConfig }) {
  const t = useText()
  const form = useDocumentForm({ documentKey: THREAT_INTEL_KEY, initial: config })
  return (
    <EntityForm form={form}>
      <Checkbox
        label={t('configurations.threats.tor.allow')}
        description={t('configurations.threats.tor.help')}
        data-autofocus
        {...form.flag('tor_enabled')}
      />
      <Checkbox
        label={t('configurations.threats.spamhaus.allow')}
        description={t('configurations.threats.spamhaus.help')}
        {...form.flag('spamhaus_enabled')}
      />
      <SecretField
        label={t('configurations.threats.otxKey')}
        description={t('configurations.threats.otxKey.help')}
        value={form.values.otx_api_key}
        onChange={(key) => form.change({ otx_api_key: key ?? null })}
      />
    </EntityForm>
  )
}
