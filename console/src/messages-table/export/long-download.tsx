import { Modal } from '@mantine/core'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { ExportProgress } from './export-progress.tsx'
import type { BegunDownload } from './use-message-export.ts'
import { useRunningExport } from './use-running-export.ts'

/** A dialog with the progress of a download, once it takes longer than a second and until it ends. */
export function LongDownload({ download }: { readonly download: BegunDownload }) {
  const t = useText()
  const [isClosed, setIsClosed] = useState(false)
  const close = () => setIsClosed(true)
  const running = useRunningExport(isClosed ? undefined : download, close)
  return (
    <Modal opened={running.isLong} onClose={close} size="lg" title={t('search.export.title')}>
      <ExportProgress name={download.name} running={running} onClose={close} />
    </Modal>
  )
}
