import { Center, SegmentedControl } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconAntennaBars5, IconLayoutGrid, IconTemplate, type TablerIcon } from '@tabler/icons-react'
import { useCommand } from '../../../base/page/commands.tsx'
import { type PageShortcut, usePageShortcuts } from '../../../base/page/page-shortcuts.tsx'
import { useText } from '../../../base/text/text.tsx'
import { SEARCH_MODES, type SearchMode } from './search-mode.ts'

const SHORTCUTS: readonly PageShortcut[] = [
  { keys: ['T'], text: 'search.mode.live.toggle' },
  { keys: ['P'], text: 'search.mode.patterns.toggle' },
]

const ICONS: Readonly<Record<SearchMode, TablerIcon>> = {
  results: IconLayoutGrid,
  patterns: IconTemplate,
  live: IconAntennaBars5,
}

export function ModeSwitch({ mode, onChange }: { mode: SearchMode; onChange: (mode: SearchMode) => void }) {
  const t = useText()
  const toggle = (other: SearchMode) => onChange(mode === other ? 'results' : other)
  usePageShortcuts('search', SHORTCUTS)
  useHotkeys([
    ['t', () => toggle('live')],
    ['p', () => toggle('patterns')],
  ])
  useCommand('search.mode.live', t('search.mode.live.toggle'), () => toggle('live'))
  useCommand('search.mode.patterns', t('search.mode.patterns.toggle'), () => toggle('patterns'))
  return (
    <SegmentedControl
      size="xs"
      flex="none"
      aria-label={t('search.mode')}
      value={mode}
      onChange={(value) => onChange(SEARCH_MODES.find((one) => one === value) ?? 'results')}
      data={SEARCH_MODES.map((value) => {
        const Icon = ICONS[value]
        return {
          value,
          label: (
            <Center style={{ gap: 6 }}>
              <Icon size={14} aria-hidden />
              {t(`search.mode.${value}`)}
            </Center>
          ),
        }
      })}
    />
  )
}
