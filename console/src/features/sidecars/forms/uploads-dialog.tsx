import type { CollectorUpload } from '@logyard/contract/sidecars/configurations'
import { Button, Group, Modal, Pagination, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../../base/services/services.tsx'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
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
    <Modal opened={isOpen} onClose={onClose} size="lg" title={t('sidecars.uploads')}>
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
  return (
    <Loaded query={useQuery(uploadsQuery(useCall(), page))} lines={4}>
      {({ uploads, pagination: { total, per_page: perPage } }) => {
        if (total === 0) return <Text size="sm">{t('sidecars.uploads.none')}</Text>
        return (
          <Stack gap="sm">
            <PlainTable
              label={t('sidecars.uploads')}
              rows={uploads}
              rowId={({ id }) => id}
              columns={[
                {
                  header: t('sidecars.sidecar'),
                  isData: true,
                  cell: (upload) => (
                    <Tooltip label={<span translate="no">{upload.collector_id}</span>}>
                      <span>{upload.node_id}</span>
                    </Tooltip>
                  ),
                },
                { header: t('sidecars.collectors.one'), isData: true, cell: (upload) => upload.collector_name },
                {
                  header: t('sidecars.uploads.created'),
                  cell: ({ created }) => created !== null && <Instant instant={created} />,
                },
                {
                  align: 'right',
                  cell: (upload) => (
                    <Button size="compact-xs" variant="light" onClick={() => void onApply(upload)}>
                      {t('sidecars.uploads.apply')}
                    </Button>
                  ),
                },
              ]}
              minWidth={420}
            />
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
