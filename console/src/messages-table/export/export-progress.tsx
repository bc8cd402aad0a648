import { Button, Group, Stack, Text } from '@mantine/core'
import { useText } from '../../base/text/text.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { WorkProgress } from '../../ui/work-progress/work-progress.tsx'
import type { RunningExport } from './use-running-export.ts'

interface ExportProgressProps {
  /** Name of the file. */
  readonly name: string
  readonly running: RunningExport
  readonly onClose: () => void
}

/** How far the export is that the browser downloads. Closing leaves the download to the browser. */
export function ExportProgress({ name, running, onClose }: ExportProgressProps) {
  const t = useText()
  return (
    <Stack gap="md">
      <Text fw={550} translate="no" truncate>
        {name}
      </Text>
      <WorkProgress
        isWide
        figures={running.figures}
        label={t('search.export.running')}
        stopLabel={t('search.export.stop')}
        onStop={running.stop}
      />
      <Dimmed>{t('search.export.goesOn')}</Dimmed>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </Group>
    </Stack>
  )
}
