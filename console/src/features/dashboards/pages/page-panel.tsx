import type { ReactNode } from 'react'

interface PagePanelProps {
  /** Of the tabs. */
  readonly id: string
  readonly pageId: string
  readonly hasTabs: boolean
  readonly children: ReactNode
}

/** What a tab opens. The only page of a dashboard that nobody can add to stands for itself. */
export function PagePanel({ id, pageId, hasTabs, children }: PagePanelProps) {
  if (!hasTabs) return children
  return (
    <div id={`${id}-panel-${pageId}`} role="tabpanel" aria-labelledby={`${id}-tab-${pageId}`}>
      {children}
    </div>
  )
}
