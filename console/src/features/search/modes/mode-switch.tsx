import { Skeleton } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { deferred } from '../../../base/deferred/deferred.tsx'
import { useCommand } from '../../../base/page/commands.tsx'
import { type PageShortcut, usePageShortcuts } from '../../../base/page/page-shortcuts.tsx'
import { useText } from '../../../base/text/text.tsx'
import type { ModeSegmentsProps } from './mode-segments.tsx'
import type { SearchMode } from './search-mode.ts'

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['T'], text: 'search.mode.live.toggle' },
  { keys: ['P'], text: 'search.mode.patterns.toggle' },
]

const ModeSegments = deferred(() => import('./mode-segments.tsx').then((module) => module.ModeSegments), {
  isLater: true,
})

/** The modes of the page, with their keys. */
export function ModeSwitch({ mode, onChange }: ModeSegmentsProps) {
  const t = useText()
  const toggle = (other: SearchMode) => onChange(mode === other ? 'results' : other)
  usePageShortcuts('search', SHORTCUTS)
  useHotkeys([
    ['t', () => toggle('live')],
    ['p', () => toggle('patterns')],
  ])
  useCommand('search.mode.live', t('search.mode.live.toggle'), () => toggle('live'))
  useCommand('search.mode.patterns', t('search.mode.patterns.toggle'), () => toggle('patterns'))
  return <ModeSegments mode={mode} onChange={onChange} fallback={<Skeleton w={217} h={28} flex="none" />} />
}
