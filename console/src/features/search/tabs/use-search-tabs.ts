import { useCallback, useEffect, useMemo, useState } from 'react'
import { useDrafts } from '../../../base/drafts/drafts-provider.tsx'
import { useCurrentLink, useGo, useQueryValues } from '../../../base/routes/location.ts'
import { useWorkId } from '../../../base/routes/work-id.ts'
import { searchTabsOf } from './search-tabs.ts'
import type { SearchTab } from './tab-list.ts'

export const useSearchTabs = () => searchTabsOf(useDrafts())

/** Shows a tab; its page finds its unsaved changes. */
export function useOpenTab(): (tab: SearchTab, options?: { readonly replace?: boolean }) => void {
  const tabs = useSearchTabs()
  const go = useGo()
  return useCallback(
    (tab, options = {}) => {
      tabs.prepare(tab)
      go(tab.link, { ...options, workId: tab.id })
    },
    [tabs, go],
  )
}

/**
 * The work that the page shows: that of the open tab with this address, if there is one. `undefined` while it opens the tab that
 * a closed tab of the browser showed last.
 */
export function useTabWork(): string | undefined {
  const tabs = useSearchTabs()
  const open = useOpenTab()
  const go = useGo()
  const current = useCurrentLink()
  const isBare = useQueryValues().size === 0
  const entryId = useWorkId()
  const [left, setLeft] = useState(() => (isBare ? tabs.takeLeft() : undefined))
  const workId = useMemo(() => workOf(tabs.tabs(), entryId, current()), [tabs, entryId, current])
  useEffect(() => {
    if (left !== undefined) {
      setLeft(undefined)
      open(left, { replace: true })
      // Going back from here returns to the same tab, whatever it shows then.
    } else if (workId !== entryId) go(current(), { replace: true, workId })
  }, [left, open, workId, entryId, go, current])
  return left === undefined ? workId : undefined
}

const workOf = (tabs: readonly SearchTab[], entryId: string, link: string): string =>
  tabs.some(({ id }) => id === entryId) ? entryId : (tabs.find((tab) => tab.link === link)?.id ?? entryId)
