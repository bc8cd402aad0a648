import type { ExtractorSummary } from '@logyard/contract/extractors/extractors'
import type { InputSummary } from '@logyard/contract/ingest/inputs'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../../base/text/text.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { SortableList } from '../../../ui/sortable-list/sortable-list.tsx'
import { useOrderExtractors } from '../extractor-actions.ts'

interface SortDialogProps {
  readonly input: InputSummary
  readonly extractors: readonly ExtractorSummary[]
  readonly onClose: () => void
}

/** The order in which extractors run: dragged, or moved by the arrow keys, then saved at once. */
export function SortDialog({ input, extractors, onClose }: SortDialogProps) {
  const t = useText()
  const [order, setOrder] = useState(extractors)
  const save = useOrderExtractors(input.id)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('extractors.sort.title', { title: input.title })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack gap="md">
        <Dimmed>{t('extractors.sort.text')}</Dimmed>
        <SortableList
          label={t('extractors.sort')}
          items={order}
          nameOf={({ title }) => title}
          isFixedSet
          onChange={setOrder}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {t('ui.close')}
          </Button>
          <Button loading={save.isPending} onClick={() => save.mutate(order, { onSuccess: onClose })}>
            {t('extractors.sort.save')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
