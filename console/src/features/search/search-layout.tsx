import { Box } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import type { ReactNode } from 'react'
import classes from './search-layout.module.css'

interface SearchLayoutProps {
  readonly bar: ReactNode
  readonly sidebar: ReactNode
  /** The results. */
  readonly children: ReactNode
}

/** Where the sidebar will be. */
export const SidebarRoom = () => <div className={classes['sidebarRoom']} />

/** The bar stays in sight, and the sidebar below it, however much the bar has to tell. */
export function SearchLayout({ bar, sidebar, children }: SearchLayoutProps) {
  const { ref, height } = useElementSize()
  return (
    <Box __vars={{ '--sidebar-top': `calc(var(--ly-header-height) + ${height + 1}px)` }}>
      <div className={classes['bar']} ref={ref}>
        <div className={classes['barContent']}>{bar}</div>
      </div>
      <div className={classes['work']}>
        {sidebar}
        <div className={classes['results']}>{children}</div>
      </div>
    </Box>
  )
}
