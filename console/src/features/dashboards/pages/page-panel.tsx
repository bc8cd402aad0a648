import type { ReactNode } from 'react'

interface PagePanelProps {
  /** Id prefix of the tabs. */
  readonly id: string
  readonly pageId: string
  readonly hasTabs: boolean
  readonly children: ReactNode
}

/** The panel of a tab. If a read-only dashboard has one page only, there are no tabs, and it is no panel. */
export function PagePanel({ id, pageId, hasTabs, children }: PagePanelProps) {
  if (!hasTabs) return children
  return (
    <div id={`${id}-panel-${pageId}`} role="tabpanel" aria-labelledby={`${id}-tab-${pageId}`}>
      {children}
    </div>
  )
}
