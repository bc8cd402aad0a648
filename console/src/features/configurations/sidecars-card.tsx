import {
  SIDECAR_CONFIG_DEFAULTS,
  SIDECAR_CONFIG_KEY,
  type SidecarConfig,
} from '@logyard/contract/sidecars/sidecar-config'
import { Checkbox } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import type { ConfigDocument } from '../../cluster-config/config-document-query.ts'
import { EntityForm } from '../../ui/form/entity-form.tsx'
import { normalizePeriod } from '../../ui/time/iso-period.ts'
import { usePeriodText } from '../../ui/time/use-period-text.ts'
import { DocumentCard } from './document-card.tsx'
import { PeriodInput } from './period-input.tsx'
import { type SidecarPeriod, sidecarPeriodProblem } from './sidecar-periods.ts'
import { useDocumentForm } from './use-document-form.ts'

const PERIODS: readonly SidecarPeriod[] = [
  'sidecar_inactive_threshold',
  'sidecar_expiration_threshold',
  'sidecar_update_interval',
]
const SWITCHES = ['sidecar_send_status', 'sidecar_configuration_override'] as const

const textOf = (document: ConfigDocument, name: SidecarPeriod) => {
  const value = document[name]
  return typeof value === 'string' ? value : SIDECAR_CONFIG_DEFAULTS[name]
}

const sidecarConfig = (document: ConfigDocument): SidecarConfig => ({
  sidecar_inactive_threshold: textOf(document, 'sidecar_inactive_threshold'),
  sidecar_expiration_threshold: textOf(document, 'sidecar_expiration_threshold'),
  sidecar_update_interval: textOf(document, 'sidecar_update_interval'),
  sidecar_send_status: document['sidecar_send_status'] !== false,
  sidecar_configuration_override: document['sidecar_configuration_override'] === true,
})

/** When sidecars count as inactive, when they are removed, and how often they report. */
export function SidecarsCard() {
  const t = useText()
  const periodText = usePeriodText()
  return (
    <DocumentCard
      documentKey={SIDECAR_CONFIG_KEY}
      title={t('configurations.sidecars')}
      description={t('configurations.sidecars.description')}
      read={sidecarConfig}
      items={(config) => [
        ...PERIODS.map((name) => ({
          label: t(`configurations.sidecars.${name}`),
          value: periodText(config[name]) ?? config[name],
        })),
        ...SWITCHES.map((name) => ({ label: t(`configurations.sidecars.${name}`), value: config[name] })),
      ]}
      editTitle={t('configurations.sidecars.edit')}
      form={(config) => <SidecarsForm config={config} />}
    />
  )
}

function SidecarsForm({ config }: { config: SidecarConfig }) {
  const t = useText()
  const form = useDocumentForm({
    documentKey: SIDECAR_CONFIG_KEY,
    initial: config,
    labels: ofPeriods((name) => t(`configurations.sidecars.${name}`)),
    problems: (values) =>
      ofPeriods((name) => {
        const problem = sidecarPeriodProblem(values, name)
        return problem !== undefined && t(problem)
      }),
    toDocument: (values) => ({ ...values, ...ofPeriods((name) => normalizePeriod(values[name])) }),
  })
  const { values, change } = form
  return (
    <EntityForm form={form}>
      {PERIODS.map((name) => {
        const problem = sidecarPeriodProblem(values, name)
        return (
          <PeriodInput
            key={name}
            label={t(`configurations.sidecars.${name}`)}
            description={t(problem ?? `configurations.sidecars.${name}.help`)}
            value={values[name]}
            isValid={problem === undefined}
            onChange={(period) => change({ [name]: period })}
          />
        )
      })}
      {SWITCHES.map((name) => (
        <Checkbox
          key={name}
          label={t(`configurations.sidecars.${name}`)}
          description={t(`configurations.sidecars.${name}.help`)}
          {...form.flag(name)}
        />
      ))}
    </EntityForm>
  )
}

const ofPeriods = <Value,>(value: (name: SidecarPeriod) => Value): Readonly<Record<string, Value>> =>
  Object.fromEntries(PERIODS.map((name) => [name, value(name)]))
