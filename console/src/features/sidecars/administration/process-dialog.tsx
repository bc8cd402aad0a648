import { Alert, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import type { AdministeredRow } from './administration-query.ts'
import { assignedTo } from './assignment-changes.ts'
import { type ProcessAction, useRequestAction } from './bulk-changes.ts'
import { BulkButtons, BulkDialog, type BulkDialogState } from './bulk-dialog.tsx'
import { SidecarNames } from './sidecar-names.tsx'

interface ProcessDialogProps {
  readonly dialog: BulkDialogState
  readonly action: ProcessAction
}

/** Asks before collectors are started, restarted or stopped. */
export function ProcessDialog({ dialog, action }: ProcessDialogProps) {
  const t = useText()
  return (
    <BulkDialog dialog={dialog} title={t(`sidecars.process.${action}.title`)}>
      <ProcessForm dialog={dialog} action={action} />
    </BulkDialog>
  )
}

const isIdle = ({ sidecar, collector }: AdministeredRow) =>
  collector === undefined || assignedTo(sidecar, collector.id).length === 0

function ProcessForm({ dialog, action }: ProcessDialogProps) {
  const t = useText()
  const request = useRequestAction()
  const [isUnderstood, setIsUnderstood] = useState(false)
  const { rows } = dialog
  const idle = rows.filter(isIdle).length
  return (
    <>
      {idle > 0 && (
        <Alert variant="light" color="amber" title={t('sidecars.process.idle', { count: idle })}>
          <Stack gap="sm">
            <Text size="sm">{t('sidecars.process.idle.text')}</Text>
            <Checkbox
              label={t('sidecars.process.understood')}
              checked={isUnderstood}
              onChange={({ currentTarget }) => setIsUnderstood(currentTarget.checked)}
            />
          </Stack>
        </Alert>
      )}
      <SidecarNames rows={rows} />
      <Text size="sm" c="dimmed">
        {t('sidecars.process.help')}
      </Text>
      <BulkButtons
        dialog={dialog}
        confirmLabel={t(`sidecars.process.${action}`)}
        isBusy={request.isPending}
        isDisabled={idle > 0 && !isUnderstood}
        onConfirm={() => request.mutate({ rows, action }, { onSuccess: () => dialog.close(true) })}
      />
    </>
  )
}
