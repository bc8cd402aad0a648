import { Anchor, Button, Group } from '@mantine/core'
import { useLinkProps } from '../../base/routes/app-link.tsx'
import { routes } from '../../base/routes/routes.ts'
import { useText } from '../../base/text/text.tsx'
import { WorkProgress } from '../../ui/work-progress/work-progress.tsx'
import type { LongRunProps } from './long-run.tsx'

/** The progress of a search, and what one can do about it. */
export function RunningSearch({ run, onStop, onKeep }: LongRunProps) {
  const t = useText()
  return (
    <Group gap="xs" wrap="nowrap">
      <WorkProgress
        figures={run.progress}
        label={t('search.info.running')}
        stopLabel={t('search.info.cancel')}
        onStop={onStop}
      />
      {onKeep !== undefined &&
        (run.isKept ? (
          <KeptLink />
        ) : (
          <Button size="compact-xs" variant="default" onClick={onKeep}>
            {t('search.info.keep')}
          </Button>
        ))}
    </Group>
  )
}

function KeptLink() {
  const t = useText()
  return (
    <Anchor size="xs" {...useLinkProps(routes.runningSearches())}>
      {t('search.info.kept')}
    </Anchor>
  )
}
