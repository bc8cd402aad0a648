import { IconPlus } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useCommand } from '../../../base/page/commands.tsx'
import { useGo } from '../../../base/routes/location.ts'
import { routes } from '../../../base/routes/routes.ts'
import { useText } from '../../../base/text/text.tsx'
import { ToolButton } from '../../../ui/tooltip/tool-button.tsx'
import { MAX_TABS } from './tab-list.ts'
import { useSearchTabs } from './use-search-tabs.ts'

/** Opens a new search beside the shown one. */
export function NewTabButton() {
  const t = useText()
  const go = useGo()
  const tabs = useSearchTabs()
  const count = useSyncExternalStore(tabs.subscribe, tabs.tabs).length
  const isFull = count >= MAX_TABS
  const label = t('searchTools.tabs.new')
  const add = () => {
    tabs.keepShown()
    go(routes.search())
  }
  useCommand('searchTools.tabs.new', label, add, !isFull)
  return (
    <ToolButton
      label={label}
      tooltip={isFull ? t('searchTools.tabs.full', { count }) : label}
      disabled={isFull}
      size={24}
      onClick={add}
    >
      <IconPlus size={16} />
    </ToolButton>
  )
}
