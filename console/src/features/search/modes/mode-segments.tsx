import { Center, SegmentedControl } from '@mantine/core'
import { IconAntennaBars5, IconLayoutGrid, IconTemplate, type TablerIcon } from '@tabler/icons-react'
import { useText } from '../../../base/text/text.tsx'
import { SEARCH_MODES, type SearchMode } from './search-mode.ts'

const ICONS: Readonly<Record<SearchMode, TablerIcon>> = {
  results: IconLayoutGrid,
  patterns: IconTemplate,
  live: IconAntennaBars5,
}

export interface ModeSegmentsProps {
  readonly mode: SearchMode
  readonly onChange: (mode: SearchMode) => void
}

export function ModeSegments({ mode, onChange }: ModeSegmentsProps) {
  const t = useText()
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
