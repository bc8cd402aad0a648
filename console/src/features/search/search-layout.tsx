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

/** Reserves the space of the sidebar while it loads. */
export const SidebarPlaceholder = () => <div className={classes['sidebarPlaceholder']} />

/** The bar and the sidebar below it are sticky; the sidebar's position follows the bar's height. */
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
