import type { IndexSet } from '@logyard/contract/store/index-sets'
import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import { useDeleteIndexSet } from '../index-set-actions.ts'
import { type IndexSetRow, streamsOfIndexSetQuery } from '../index-set-queries.ts'

interface DeleteIndexSetDialogProps {
  readonly indexSet: IndexSetRow
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Asks whether to delete the data too; explains why if the index set is still in use. */
export function DeleteIndexSetDialog({ indexSet, isOpen, onClose, onDeleted }: DeleteIndexSetDialogProps) {
  const t = useText()
  const streams = useQuery({ ...streamsOfIndexSetQuery(useCall(), indexSet.id), enabled: isOpen })
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('indexSets.delete.title', { title: indexSet.title })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {streams.isPending && <LoadingLines lines={2} />}
      {streams.isError && <LoadFailed error={streams.error} onRetry={streams.refetch} />}
      {streams.isSuccess &&
        (indexSet.default || streams.data.length > 0 ? (
          <StillNeeded indexSet={indexSet} streams={streams.data} onClose={onClose} />
        ) : (
          <DeleteForm indexSet={indexSet} onClose={onClose} onDeleted={onDeleted} />
        ))}
    </Modal>
  )
}

interface StillNeededProps {
  readonly indexSet: IndexSet
  readonly streams: readonly string[]
  readonly onClose: () => void
}

function StillNeeded({ indexSet, streams, onClose }: StillNeededProps) {
  const t = useText()
  return (
    <Stack gap="md">
      <Alert variant="light" color="amber" title={t('indexSets.delete.blocked')}>
        {indexSet.default ? (
          t('indexSets.delete.isDefault')
        ) : (
          <>
            <Text size="sm">{t('indexSets.delete.hasStreams', { count: streams.length })}</Text>
            <List size="sm" translate="no">
              {streams.map((title, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: streams may share a title
                <List.Item key={index}>{title}</List.Item>
              ))}
            </List>
          </>
        )}
      </Alert>
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      </Group>
    </Stack>
  )
}

function DeleteForm({
  indexSet,
  onClose,
  onDeleted,
}: Pick<DeleteIndexSetDialogProps, 'indexSet' | 'onClose' | 'onDeleted'>) {
  const t = useText()
  const bytes = useBytes()
  const remove = useDeleteIndexSet()
  const [withIndices, setWithIndices] = useState(true)
  const { stats } = indexSet
  const run = () =>
    remove.mutate(
      { indexSet, withIndices },
      {
        onSuccess: () => {
          onClose()
          onDeleted()
        },
      },
    )
  return (
    <Stack gap="md">
      {stats !== undefined && (
        <Text size="sm">
          {t('indexSets.delete.holds', {
            indices: stats.indices,
            documents: stats.documents,
            size: bytes(stats.size),
          })}
        </Text>
      )}
      <Checkbox
        label={t('indexSets.delete.withIndices')}
        description={t(withIndices ? 'indexSets.delete.withIndices.help' : 'indexSets.delete.retain.help')}
        checked={withIndices}
        onChange={(event) => setWithIndices(event.currentTarget.checked)}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button color="red" data-autofocus loading={remove.isPending} onClick={run}>
          {t(withIndices ? 'indexSets.delete.confirm' : 'indexSets.delete.confirmRetain')}
        </Button>
      </Group>
    </Stack>
  )
}
