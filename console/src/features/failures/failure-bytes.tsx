import { downloadFailure, type Failure } from '@logyard/contract/ingest/failures'
import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../base/text/text.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { downloadFile } from '../../ui/download-file.ts'
import { useBytes } from '../../ui/use-bytes.ts'
import classes from './failures.module.css'
import { hexDump, visibleText } from './hex-dump.ts'
import { queryOf, useFailuresNode } from './use-failures-node.ts'

/** The raw message as text and as a hex dump, to copy or download. */
export function FailureBytes({ failure }: { failure: Failure }) {
  const t = useText()
  const bytes = useBytes()
  const download = useDownload()
  const [view, setView] = useState('text')
  const raw = Uint8Array.from(atob(failure.payload), (character) => character.charCodeAt(0))
  const shown = view === 'hex' ? hexDump(raw) : visibleText(raw)
  return (
    <section aria-label={t('failures.bytes')}>
      <Group justify="space-between" mb="xs" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label={t('failures.bytes')}
          value={view}
          onChange={setView}
          data={[
            { value: 'text', label: t('failures.bytes.text') },
            { value: 'hex', label: t('failures.bytes.hex') },
          ]}
        />
        <Group gap="xs">
          <CopyButton value={shown} label={t('failures.copy')} withLabel />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={15} />}
            loading={download.isPending}
            onClick={() => download.mutate(failure.number)}
          >
            {t('failures.download')}
          </Button>
        </Group>
      </Group>
      {failure.shown < failure.size && (
        <Text size="xs" c="dimmed" mb="xs">
          {t('failures.bytes.cut', { shown: bytes(failure.shown), size: bytes(failure.size) })}
        </Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre className={classes['bytes']} data-view={view} translate="no" tabIndex={0}>
        {shown}
      </pre>
    </section>
  )
}

function useDownload() {
  const query = queryOf(useFailuresNode().nodeId)
  return useAction({
    async run(call, number: number) {
      const payload = await call(downloadFailure, { params: { number }, query })
      if (!(payload instanceof Blob)) throw new TypeError('the server answered no bytes')
      downloadFile(`failure-${number}.bin`, payload)
    },
    texts: 'failures.download',
    changes: [],
  })
}
