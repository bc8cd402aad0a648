import { useSyncExternalStore } from 'react'
import classes from './tabs/tab-strip.module.css'
import { useSearchTabs } from './tabs/use-search-tabs.ts'
import type { SearchParts } from './use-search-parts.ts'

interface OpenTabsProps {
  /** `undefined` while loading. */
  readonly parts: SearchParts | undefined
  readonly shownId: string
}

/** The strip of several open searches, with its room kept until it is loaded. */
export function OpenTabs({ parts, shownId }: OpenTabsProps) {
  const store = useSearchTabs()
  const tabs = useSyncExternalStore(store.subscribe, store.tabs)
  if (tabs.length < 2) return null
  return parts === undefined ? <div className={classes['strip']} /> : <parts.TabStrip tabs={tabs} shownId={shownId} />
}

/** With one search there is only the button for a second one. */
export function FirstNewTab({ parts }: Pick<OpenTabsProps, 'parts'>) {
  const store = useSearchTabs()
  const tabs = useSyncExternalStore(store.subscribe, store.tabs)
  return parts === undefined || tabs.length > 1 ? null : <parts.NewTabButton />
}
