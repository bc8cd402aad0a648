import type { IndexSet } from '@logyard/contract/store/index-sets'
import { Alert, Button, Checkbox, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { useFormDialog } from '../../../ui/form/form-dialog.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
import { useBytes } from '../../../ui/use-bytes.ts'
import { useDeleteIndexSet } from '../index-set-actions.ts'
import { type IndexSetRow, streamsOfIndexSetQuery } from '../index-set-queries.ts'

interface DeleteIndexSetDialogProps extends ReturnType<typeof useFormDialog<IndexSetRow>> {
  readonly onDeleted: () => void
}

/** Asks whether to delete the data too; explains why if the index set is still in use. */
export function DeleteIndexSetDialog({ subject, isOpen, close, onDeleted }: DeleteIndexSetDialogProps) {
  const t = useText()
  const streams = useQuery({ ...streamsOfIndexSetQuery(useCall(), subject?.id ?? ''), enabled: isOpen })
  if (subject === undefined) return null
  return (
    <Modal opened={isOpen} onClose={close} title={t('indexSets.delete.title', { title: subject.title })}>
      <Loaded query={streams} lines={2}>
        {(titles) =>
          subject.default || titles.length > 0 ? (
            <StillNeeded indexSet={subject} streams={titles} onClose={close} />
          ) : (
            <DeleteForm indexSet={subject} onClose={close} onDeleted={onDeleted} />
          )
        }
      </Loaded>
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
      <Alert color="amber" title={t('indexSets.delete.blocked')}>
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

interface DeleteFormProps {
  readonly indexSet: IndexSetRow
  readonly onClose: () => void
  readonly onDeleted: () => void
}

function DeleteForm({ indexSet, onClose, onDeleted }: DeleteFormProps) {
  const t = useText()
  const bytes = useBytes()
  const remove = useDeleteIndexSet(indexSet)
  const [withIndices, setWithIndices] = useState(true)
  const { stats } = indexSet
  function onSuccess() {
    onClose()
    onDeleted()
  }
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
        <Button
          color="red"
          data-autofocus
          loading={remove.isPending}
          onClick={() => remove.mutate(withIndices, { onSuccess })}
        >
          {t(withIndices ? 'indexSets.delete.confirm' : 'indexSets.delete.confirmRetain')}
        </Button>
      </Group>
    </Stack>
  )
}
