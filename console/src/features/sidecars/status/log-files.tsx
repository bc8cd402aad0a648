import { MAX_LOG_FILES } from '@logyard/contract/sidecars/sidecar-limits'
import type { NodeDetails } from '@logyard/contract/sidecars/sidecars'
import { Table, Text } from '@mantine/core'
import { IconFile, IconFolder } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { Instant } from '../../../ui/time/instant.tsx'
import { instantMs } from '../../../ui/time/relative-time.tsx'
import { useNow } from '../../../ui/time/use-now.ts'
import { useBytes } from '../../../ui/use-bytes.ts'
import classes from '../sidecars.module.css'

type LogFile = NonNullable<NodeDetails['log_file_list']>[number]

const RECENT_MS = 60_000

/** The files that the agent sees in its log folders. Those that change right now stand out. */
export function LogFiles({ files }: { files: readonly LogFile[] }) {
  const t = useText()
  const now = useNow('second')
  const bytes = useBytes()
  if (files.length === 0) return null
  const modifiedMs = ({ mod_time: time }: LogFile) => instantMs(time)
  return (
    <FormSection title={t('sidecars.files')}>
      <Table.ScrollContainer minWidth={480} type="native">
        <Table aria-label={t('sidecars.files')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('sidecars.files.modified')}</Table.Th>
              <Table.Th ta="right">{t('sidecars.files.size')}</Table.Th>
              <Table.Th>{t('sidecars.files.path')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {files.map((file, index) => {
              const at = modifiedMs(file)
              const isRecent = now - at < RECENT_MS
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: an agent may list a path twice
                <Table.Tr key={`${file.path} ${index}`} className={isRecent ? (classes['recent'] ?? '') : ''}>
                  <Table.Td>
                    {Number.isNaN(at) ? (
                      <span translate="no">{file.mod_time}</span>
                    ) : (
                      <Instant instant={file.mod_time} />
                    )}
                  </Table.Td>
                  <Table.Td ta="right" translate="no">
                    {file.is_dir ? '' : bytes(file.size)}
                  </Table.Td>
                  <Table.Td>
                    <span className={classes['system']} translate="no">
                      {file.is_dir ? <IconFolder size={14} aria-hidden /> : <IconFile size={14} aria-hidden />}
                      {file.path}
                    </span>
                  </Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {files.length >= MAX_LOG_FILES && (
        <Text size="sm" c="dimmed">
          {t('sidecars.files.cut', { count: MAX_LOG_FILES })}
        </Text>
      )}
    </FormSection>
  )
}
