import type { WorkProgress as Figures } from '@logyard/contract/search/search-jobs'
import { Button, Progress, Text } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import { useText } from '../../base/text/text.tsx'
import { useProgressText } from './use-progress-text.ts'
import classes from './work-progress.module.css'

interface WorkProgressProps {
  /** Undefined as long as nothing is known of it. */
  readonly figures: Figures | undefined
  /** What is done, as "Searching". */
  readonly label: string
  readonly stopLabel: string
  readonly onStop: () => void
  /** The bar is as wide as the place has room. */
  readonly isWide?: boolean
}

/**
 * How far long work is, in one line, with a button to stop it. Screen readers hear it when they ask: an announcement
 * every half second would silence everything else.
 */
export function WorkProgress({ figures, label, stopLabel, onStop, isWide = false }: WorkProgressProps) {
  const t = useText()
  const text = useProgressText()(figures)
  const value = figures?.percent
  return (
    <div className={classes['line']} data-wide={isWide || undefined}>
      <Text size="xs" className={classes['text'] ?? ''}>
        {text ?? t('ui.progress.unknown', { work: label })}
      </Text>
      <Progress.Root size="sm" className={classes['bar'] ?? ''}>
        <Progress.Section
          withAria={false}
          value={value ?? 100}
          animated={value === undefined}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(value === undefined ? {} : { 'aria-valuenow': value })}
          {...(text === undefined ? {} : { 'aria-valuetext': text })}
        />
      </Progress.Root>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconPlayerStop size={12} />}
        aria-label={stopLabel}
        onClick={onStop}
      >
        {t('ui.progress.stop')}
      </Button>
    </div>
  )
}
