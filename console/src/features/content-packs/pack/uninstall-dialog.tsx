import type { ContentPackInstallation, UninstallResponse } from '@logyard/contract/content-packs/content-packs'
import type { EntityExcerpt } from '@logyard/contract/content-packs/model-types'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { ChoiceDialog } from '../../../ui/choice-dialog.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { EntityNames } from '../entities/entity-names.tsx'
import { useUninstallPack } from '../pack-actions.ts'
import { uninstallDetailsQuery } from '../pack-queries.ts'

interface UninstallDialogProps {
  readonly installation: ContentPackInstallation
  readonly onClose: () => void
}

/** Shows what would be deleted, and afterwards what was not. */
export function UninstallDialog({ installation, onClose }: UninstallDialogProps) {
  const t = useText()
  const [result, setResult] = useState<UninstallResponse['uninstalled']>()
  if (result === undefined) return <Question installation={installation} onClose={onClose} onResult={setResult} />
  return (
    <Modal opened onClose={onClose} size="lg" title={t('contentPacks.uninstall.done')}>
      <Stack gap="md">
        <Remaining kind="skipped" entities={result.skipped_entities} />
        <Remaining kind="failed" entities={result.failed_entities} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}

interface QuestionProps extends UninstallDialogProps {
  readonly onResult: (result: UninstallResponse['uninstalled']) => void
}

function Question({ installation: { content_pack_id: id, _id: iid }, onClose, onResult }: QuestionProps) {
  const t = useText()
  const uninstall = useUninstallPack()
  // Afterwards there are no details to load again.
  const isOver = uninstall.isPending || uninstall.isSuccess
  const entities = useQuery({ ...uninstallDetailsQuery(useCall(), id, iid), enabled: !isOver })
  const confirm = () =>
    uninstall.mutate(
      { id, iid },
      {
        onSuccess({ uninstalled }) {
          const remains = uninstalled.skipped_entities.length + uninstalled.failed_entities.length
          if (remains === 0) onClose()
          else onResult(uninstalled)
        },
      },
    )
  return (
    <ChoiceDialog
      size="lg"
      title={t('contentPacks.uninstall.title')}
      confirmLabel={t('contentPacks.confirm')}
      confirm={{ color: 'red', loading: uninstall.isPending, disabled: !entities.isSuccess }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('contentPacks.uninstall.text')}</Text>
      <Loaded query={entities} lines={4}>
        {(found) =>
          found.length === 0 ? <Dimmed>{t('contentPacks.uninstall.nothing')}</Dimmed> : <EntityNames entities={found} />
        }
      </Loaded>
    </ChoiceDialog>
  )
}

function Remaining({ kind, entities }: { kind: 'skipped' | 'failed'; entities: readonly EntityExcerpt[] }) {
  const t = useText()
  if (entities.length === 0) return null
  return (
    <Alert
      color={kind === 'failed' ? 'red' : 'gray'}
      icon={<IconAlertTriangle />}
      title={t(`contentPacks.uninstall.${kind}`)}
    >
      <EntityNames entities={entities} />
    </Alert>
  )
}
