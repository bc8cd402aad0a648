import type { CollectorUpload } from '@logyard/contract/sidecars/configurations'
import { Button, Group, Modal, Pagination, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { Loaded } from '../../../ui/page/loaded.tsx'
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

interface UploadsProps {
  readonly onApply: (upload: CollectorUpload) => Promise<void>
}

function Uploads({ onApply }: UploadsProps) {
  const t = useText()
  const [page, setPage] = useState(1)
  return (
    <Loaded query={useQuery(uploadsQuery(useCall(), page))} lines={4}>
      {({ uploads, pagination: { total, per_page: perPage } }) => {
        if (total === 0) return <Text size="sm">{t('sidecars.uploads.none')}</Text>
        return (
          <Stack gap="sm">
            <UploadTable uploads={uploads} onApply={onApply} />
            {total > perPage && (
              <Group justify="flex-end">
                <Pagination size="xs" total={Math.ceil(total / perPage)} value={page} onChange={setPage} />
              </Group>
            )}
          </Stack>
        )
      }}
    </Loaded>
  )
}

function UploadTable({ uploads, onApply }: UploadsProps & { readonly uploads: readonly CollectorUpload[] }) {
  const t = useText()
  return (
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
          {uploads.map((upload) => (
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
  )
}
