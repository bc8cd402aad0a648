import type { CollectorUpload } from '@logyard/contract/sidecars/configurations'
import { Button, Group, Modal, Pagination, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { LoadFailed } from '../../../ui/page/load-failed.tsx'
import { LoadingLines } from '../../../ui/page/loading.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import { uploadsQuery } from './form-queries.ts'

interface UploadsDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Resolves to whether the text was taken over. */
  readonly onApply: (template: string) => Promise<boolean>
}

/** The files that agents of version 0.1.8 uploaded; each can become a template. */
export function UploadsDialog({ isOpen, onClose, onApply }: UploadsDialogProps) {
  const t = useText()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size="lg"
      title={t('sidecars.uploads')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Uploads
        onApply={async (upload) => {
          if (await onApply(upload.rendered_configuration)) onClose()
        }}
      />
    </Modal>
  )
}

function Uploads({ onApply }: { onApply: (upload: CollectorUpload) => Promise<void> }) {
  const t = useText()
  const [page, setPage] = useState(1)
  const uploads = useQuery(uploadsQuery(useCall(), page))
  if (uploads.isPending) return <LoadingLines lines={4} />
  if (uploads.data === undefined) return <LoadFailed error={uploads.error} onRetry={uploads.refetch} />
  const { pagination } = uploads.data
  if (pagination.total === 0) return <Text size="sm">{t('sidecars.uploads.none')}</Text>
  const pages = Math.ceil(pagination.total / pagination.per_page)
  return (
    <Stack gap="sm">
      <Table.ScrollContainer minWidth={420} type="native">
        <Table aria-label={t('sidecars.uploads')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('sidecars.sidecar')}</Table.Th>
              <Table.Th>{t('sidecars.collectors.one')}</Table.Th>
              <Table.Th>{t('sidecars.uploads.created')}</Table.Th>
              <Table.Th aria-label={t('ui.list.actions')} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {uploads.data.uploads.map((upload) => (
              <Table.Tr key={upload.id}>
                <Table.Td translate="no">
                  <Tooltip label={<span translate="no">{upload.collector_id}</span>}>
                    <span>{upload.node_id}</span>
                  </Tooltip>
                </Table.Td>
                <Table.Td translate="no">{upload.collector_name}</Table.Td>
                <Table.Td>{upload.created !== null && <Instant instant={upload.created} />}</Table.Td>
                <Table.Td ta="right">
                  <Button size="compact-xs" variant="light" onClick={() => void onApply(upload)}>
                    {t('sidecars.uploads.apply')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {pages > 1 && (
        <Group justify="flex-end">
          <Pagination size="xs" total={pages} value={page} onChange={setPage} />
        </Group>
      )}
    </Stack>
  )
}
