import { Box } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type ReactNode, type RefObject, useRef } from 'react'
import { watchScrollEdges } from '../../messages-table/rows/watch-scroll-edges.ts'
import { useOpenSection } from '../../view-sidebar/use-open-section.ts'
import { usePinnedSidebar } from '../../view-sidebar/use-pinned-sidebar.ts'
import classes from './search-layout.module.css'
import { useKeptScroll } from './tabs/use-kept-scroll.ts'

interface SearchLayoutProps {
  readonly tabs: ReactNode
  /** The results of this search scroll to where they were. */
  readonly tabId: string
  readonly bar: ReactNode
  readonly sidebar: ReactNode
  /** The results, in the element that scrolls them. */
  readonly children: (scroller: RefObject<HTMLElement | null>) => ReactNode
}

/** Reserves the space of the sidebar, open or closed, while it loads. */
export function SidebarPlaceholder() {
  const [isPinned] = usePinnedSidebar('search')
  const [openId] = useOpenSection('search', isPinned, 'fields')
  return <div className={classes['sidebarPlaceholder']} data-open={openId !== undefined || undefined} />
}

/** Fills the window: the bar, below it the sidebar and the results, which alone scroll. */
export function SearchLayout({ tabs, tabId, bar, sidebar, children }: SearchLayoutProps) {
  const head = useElementSize()
  const view = useElementSize()
  const viewRef = useMergedRef(view.ref, watchScrollEdges)
  const scroller = useRef<HTMLDivElement>(null)
  useKeptScroll(tabId, scroller)
  return (
    <Box
      className={classes['screen'] ?? ''}
      data-fills-window
      __vars={{
        '--sidebar-top': `calc(var(--ly-header-height) + ${head.height + 1}px)`,
        '--page-height': `${view.height}px`,
      }}
    >
      <div className={classes['bar']}>
        <div ref={head.ref}>
          {tabs}
          {bar}
        </div>
      </div>
      <div className={classes['work']}>
        {sidebar}
        <div className={classes['view']} ref={viewRef} data-scroll-edges>
          <div className={classes['results']} ref={scroller} data-page-scroller>
            <div className={classes['content']}>{children(scroller)}</div>
          </div>
        </div>
      </div>
    </Box>
  )
}
