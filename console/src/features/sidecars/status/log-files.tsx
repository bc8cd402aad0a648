import { MAX_LOG_FILES } from '@logyard/contract/sidecars/sidecar-limits'
import type { NodeDetails } from '@logyard/contract/sidecars/sidecars'
import { IconFile, IconFolder } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { PlainTable } from '../../../ui/data-table/plain-table.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
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
  return (
    <FormSection title={t('sidecars.files')}>
      <PlainTable
        label={t('sidecars.files')}
        rows={files}
        // An agent may list a path twice.
        rowId={({ path }, place) => `${path} ${place}`}
        rowClass={({ mod_time: time }) => (now - instantMs(time) < RECENT_MS ? classes['recent'] : undefined)}
        columns={[
          {
            header: t('sidecars.files.modified'),
            cell: ({ mod_time: time }) =>
              Number.isNaN(instantMs(time)) ? <span translate="no">{time}</span> : <Instant instant={time} />,
          },
          {
            header: t('sidecars.files.size'),
            align: 'right',
            isData: true,
            cell: ({ is_dir: isFolder, size }) => (isFolder ? '' : bytes(size)),
          },
          {
            header: t('sidecars.files.path'),
            cell: ({ is_dir: isFolder, path }) => (
              <span className={classes['system']} translate="no">
                {isFolder ? <IconFolder size={14} aria-hidden /> : <IconFile size={14} aria-hidden />}
                {path}
              </span>
            ),
          },
        ]}
        minWidth={480}
      />
      {files.length >= MAX_LOG_FILES && <Dimmed>{t('sidecars.files.cut', { count: MAX_LOG_FILES })}</Dimmed>}
    </FormSection>
  )
}
