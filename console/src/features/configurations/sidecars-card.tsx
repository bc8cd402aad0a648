import {
  SIDECAR_CONFIG_DEFAULTS,
  SIDECAR_CONFIG_KEY,
  type SidecarConfig,
} from '@logyard/contract/sidecars/sidecar-config'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import type { ConfigDocument } from '../../cluster/config-document-query.ts'
import { normalizePeriod } from '../../ui/time/iso-period.ts'
import { usePeriodText } from '../../ui/time/use-period-text.ts'
import { ConfigDialog } from './config-dialog.tsx'
import { DocumentCard } from './document-card.tsx'
import { PeriodInput } from './period-input.tsx'
import { type SidecarPeriod, sidecarPeriodProblem } from './sidecar-periods.ts'
import { useSaveConfigDocument } from './use-save-config-document.ts'

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
          value: (
            <>
              <span translate="no">{config[name]}</span> ({periodText(config[name])})
            </>
          ),
        })),
        ...SWITCHES.map((name) => ({ label: t(`configurations.sidecars.${name}`), value: config[name] })),
      ]}
      dialog={(config, onClose) => <SidecarsDialog config={config} onClose={onClose} />}
    />
  )
}

function SidecarsDialog({ config, onClose }: { config: SidecarConfig; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState(config)
  const save = useSaveConfigDocument(SIDECAR_CONFIG_KEY)
  const problems = PERIODS.map((name) => sidecarPeriodProblem(draft, name))
  const submit = () => {
    if (problems.some((problem) => problem !== undefined)) return
    const periods = Object.fromEntries(PERIODS.map((name) => [name, normalizePeriod(draft[name])]))
    save.mutate({ ...draft, ...periods }, { onSuccess: onClose })
  }
  return (
    <ConfigDialog
      title={t('configurations.sidecars.edit')}
      saveLabel={t('configurations.documents.save')}
      isSaving={save.isPending}
      onSave={submit}
      onClose={onClose}
    >
      {PERIODS.map((name, place) => (
        <PeriodInput
          key={name}
          label={t(`configurations.sidecars.${name}`)}
          description={t(problems[place] ?? `configurations.sidecars.${name}.help`)}
          value={draft[name]}
          isValid={problems[place] === undefined}
          onChange={(period) => setDraft((old) => ({ ...old, [name]: period }))}
        />
      ))}
      {SWITCHES.map((name) => (
        <Checkbox
          key={name}
          label={t(`configurations.sidecars.${name}`)}
          description={t(`configurations.sidecars.${name}.help`)}
          checked={draft[name]}
          onChange={({ currentTarget: { checked } }) => setDraft((old) => ({ ...old, [name]: checked }))}
        />
      ))}
    </ConfigDialog>
  )
}
