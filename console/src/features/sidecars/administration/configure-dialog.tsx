import type { ConfigurationSummary } from '@logyard/contract/sidecars/configurations'
import { Alert, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { ColorLabel } from '../color-label.tsx'
import { collectorLabel } from '../model/operating-system.ts'
import { type AssignmentMode, assignedTo, commonCollector, sidecarsOf } from './assignment-changes.ts'
import { useAssign } from './bulk-changes.ts'
import { BulkButtons, BulkDialog, type BulkDialogState } from './bulk-dialog.tsx'
import { SidecarNames } from './sidecar-names.tsx'

interface ConfigureDialogProps {
  readonly dialog: BulkDialogState
  readonly mode: AssignmentMode
  readonly configurations: readonly ConfigurationSummary[]
}

/** Chooses a configuration for a collector on many sidecars. */
export function ConfigureDialog({ dialog, mode, configurations }: ConfigureDialogProps) {
  const t = useText()
  return (
    <BulkDialog dialog={dialog} title={t(`sidecars.configure.${mode}.title`)}>
      <ConfigureForm dialog={dialog} mode={mode} configurations={configurations} />
    </BulkDialog>
  )
}

const NONE = ''

function ConfigureForm({ dialog, mode, configurations }: ConfigureDialogProps) {
  const t = useText()
  const assign = useAssign()
  const [chosen, setChosen] = useState<string>()
  const { rows } = dialog
  const collector = commonCollector(rows)
  if (collector === undefined) return <Alert variant="light">{t('sidecars.configure.mixed')}</Alert>
  const offered = configurations.filter(({ collector_id: id }) => id === collector.id)
  if (offered.length === 0) return <Alert variant="light">{t('sidecars.configure.none')}</Alert>
  const current = new Set(
    sidecarsOf(rows).flatMap((sidecar) => assignedTo(sidecar, collector.id).map(({ configuration_id: id }) => id)),
  )
  const confirm = () => {
    const configurationId = chosen === NONE ? undefined : chosen
    assign.mutate({ rows, collectorId: collector.id, configurationId, mode }, { onSuccess: () => dialog.close(true) })
  }
  return (
    <>
      <Radio.Group
        label={t('sidecars.configure.choose', { collector: collectorLabel(collector) })}
        description={t(`sidecars.configure.${mode}.help`)}
        value={chosen ?? null}
        onChange={setChosen}
      >
        <Stack gap={6} my="sm" mah={320} style={{ overflowY: 'auto' }}>
          {offered.map(({ id, name, color }) => (
            <Radio
              key={id}
              value={id}
              label={
                <>
                  <ColorLabel color={color}>{name}</ColorLabel>
                  {current.has(id) && (
                    <Text span inherit c="dimmed">
                      {' '}
                      {t('sidecars.configure.current')}
                    </Text>
                  )}
                </>
              }
            />
          ))}
          {mode === 'replace' && <Radio value={NONE} label={t('sidecars.configure.clear')} />}
        </Stack>
      </Radio.Group>
      <SidecarNames rows={rows} />
      <BulkButtons
        dialog={dialog}
        confirmLabel={t(`sidecars.configure.${chosen === NONE ? 'remove' : 'confirm'}`)}
        isBusy={assign.isPending}
        isDisabled={chosen === undefined}
        onConfirm={confirm}
      />
    </>
  )
}
