import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { EntityForm } from '../../../ui/form/entity-form.tsx'
import { useEntityForm } from '../../../ui/form/use-entity-form.ts'
import type { AdministeredRow } from './administration-query.ts'
import { assignedTo } from './assignment-changes.ts'
import { type ProcessAction, useRequestAction } from './bulk-changes.ts'
import { SidecarNames } from './sidecar-names.tsx'

interface ProcessFormProps {
  readonly rows: readonly AdministeredRow[]
  readonly action: ProcessAction
  readonly onDone: () => void
}

const isIdle = ({ sidecar, collector }: AdministeredRow) =>
  collector === undefined || assignedTo(sidecar, collector.id).length === 0

/** Asks before collectors are started, restarted or stopped. */
export function ProcessForm({ rows, action, onDone }: ProcessFormProps) {
  const t = useText()
  const request = useRequestAction(action)
  const idle = rows.filter(isIdle).length
  const form = useEntityForm({
    // A stored object can be saved once something is changed: here, once the box about idle collectors is ticked.
    isNew: idle === 0,
    initial: { isUnderstood: false },
    labels: {},
    save: () => request.mutateAsync(rows),
    onSaved: onDone,
  })
  return (
    <EntityForm form={form} saveLabel={t(`sidecars.process.${action}`)}>
      {idle > 0 && (
        <Alert color="amber" title={t('sidecars.process.idle', { count: idle })}>
          <Stack gap="sm">
            <Text size="sm">{t('sidecars.process.idle.text')}</Text>
            <Checkbox label={t('sidecars.process.understood')} {...form.flag('isUnderstood')} />
          </Stack>
        </Alert>
      )}
      <SidecarNames rows={rows} />
      <Dimmed>{t('sidecars.process.help')}</Dimmed>
    </EntityForm>
  )
}
