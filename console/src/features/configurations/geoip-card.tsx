import { GEOIP_CONFIG_KEY, type GeoIpConfig } from '@logyard/contract/lookup/geoip-config'
import { Checkbox, TextInput } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { ConfigDocument } from '../../cluster-config/config-document-query.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { TypedSelect } from '../../ui/typed-select.tsx'
import { DocumentCard } from './document-card.tsx'
import { useDocumentForm } from './use-document-form.ts'

const DATABASE_TYPES = ['MAXMIND_CITY', 'MAXMIND_COUNTRY', 'MAXMIND_ASN'] as const

/** No server of Logyard has this file. */
const DEFAULT_OF_API = '/etc/graylog/server/GeoLite2-City.mmdb'

const geoIpConfig = ({ enabled, db_type: type, db_path: path }: ConfigDocument): GeoIpConfig => ({
  enabled: enabled === true,
  db_type: DATABASE_TYPES.find((known) => known === type) ?? 'MAXMIND_CITY',
  db_path: typeof path === 'string' && path !== DEFAULT_OF_API ? path : '/etc/logyard/lookup/GeoLite2-City.mmdb',
})

/** The processor that adds locations to IP addresses in messages. */
export function GeoIpCard() {
  const t = useText()
  return (
    <DocumentCard
      documentKey={GEOIP_CONFIG_KEY}
      title={t('configurations.geoip')}
      description={t('configurations.geoip.description')}
      read={geoIpConfig}
      items={(config) => [
        { label: t('configurations.geoip.state'), value: config.enabled },
        { label: t('configurations.geoip.type'), value: <span>{t(`configurations.geoip.${config.db_type}`)}</span> },
        { label: t('configurations.geoip.path'), value: config.db_path },
      ]}
      editTitle={t('configurations.geoip.edit')}
      form={(config) => <GeoIpForm config={config} />}
    />
  )
}

function GeoIpForm({ config }: { config: GeoIpConfig }) {
  const t = useText()
  const problem = ({ enabled, db_path: path }: GeoIpConfig) =>
    enabled && path.trim() === '' && t('configurations.geoip.pathRequired')
  const form = useDocumentForm({
    documentKey: GEOIP_CONFIG_KEY,
    initial: config,
    problems: (values) => ({ db_path: problem(values) }),
  })
  return (
    <EntityForm form={form}>
      <Checkbox label={t('configurations.geoip.enabled')} data-autofocus {...form.flag('enabled')} />
      <TypedSelect
        label={t('configurations.geoip.type')}
        choices={DATABASE_TYPES}
        labelOf={(type) => t(`configurations.geoip.${type}`)}
        {...form.choice('db_type')}
      />
      <TextInput
        label={t('configurations.geoip.path')}
        description={t('configurations.geoip.path.help')}
        required
        autoComplete="off"
        spellCheck={false}
        translate="no"
        {...form.text('db_path')}
        error={problem(form.values)}
      />
    </EntityForm>
  )
}
