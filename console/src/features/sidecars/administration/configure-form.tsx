import type { ConfigurationSummary } from '@logyard/contract/sidecars/configurations'
import { Alert, Radio, Stack } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { DimmedWords } from '../../../ui/dimmed.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import { ColorLabel } from '../color-label.tsx'
import { collectorLabel } from '../model/operating-system.ts'
import type { AdministeredRow } from './administration-query.ts'
import { type AssignmentMode, assignedTo, commonCollector, sidecarsOf } from './assignment-changes.ts'
import { useAssign } from './bulk-changes.ts'
import { SidecarNames } from './sidecar-names.tsx'

interface ConfigureFormProps {
  readonly rows: readonly AdministeredRow[]
  readonly mode: AssignmentMode
  readonly configurations: readonly ConfigurationSummary[]
  readonly onDone: () => void
}

const NONE = ''
const NOTHING_CHOSEN: { readonly chosen: string | null } = { chosen: null }

/** Assigns a configuration to a collector on many sidecars. */
export function ConfigureForm({ rows, mode, configurations, onDone }: ConfigureFormProps) {
  const t = useText()
  const assign = useAssign()
  const collector = commonCollector(rows)
  const collectorId = collector?.id ?? ''
  const form = useEntityForm({
    isNew: false,
    initial: NOTHING_CHOSEN,
    labels: {},
    save: ({ chosen }) => assign.mutateAsync({ rows, collectorId, configurationId: chosen || undefined, mode }),
    onSaved: onDone,
  })
  if (collector === undefined) return <Alert>{t('sidecars.configure.mixed')}</Alert>
  const offered = configurations.filter(({ collector_id: id }) => id === collectorId)
  if (offered.length === 0) return <Alert>{t('sidecars.configure.none')}</Alert>
  const current = new Set(
    sidecarsOf(rows).flatMap((sidecar) => assignedTo(sidecar, collectorId).map(({ configuration_id: id }) => id)),
  )
  return (
    <EntityForm form={form} saveLabel={t(`sidecars.configure.${form.values.chosen === NONE ? 'remove' : 'confirm'}`)}>
      <Radio.Group
        label={t('sidecars.configure.choose', { collector: collectorLabel(collector) })}
        description={t(`sidecars.configure.${mode}.help`)}
        {...form.choice('chosen')}
      >
        <Stack gap={6} my="sm" mah={320} style={{ overflowY: 'auto' }}>
          {offered.map(({ id, name, color }) => (
            <Radio
              key={id}
              value={id}
              label={
                <>
                  <ColorLabel color={color}>{name}</ColorLabel>
                  {current.has(id) && <DimmedWords> {t('sidecars.configure.current')}</DimmedWords>}
                </>
              }
            />
          ))}
          {mode === 'replace' && <Radio value={NONE} label={t('sidecars.configure.clear')} />}
        </Stack>
      </Radio.Group>
      <SidecarNames rows={rows} />
    </EntityForm>
  )
}
