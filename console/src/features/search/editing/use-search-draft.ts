import { useEffect, useState } from 'react'
import { useDrafts } from '../../../base/drafts/drafts-provider.tsx'
import { useCurrentLink, useQueryValues } from '../../../base/routes/location.ts'
import { isDirty } from '../../../view-document/editing/view-editor.ts'
import { useSearchTabs } from '../tabs/use-search-tabs.ts'
import { factsOf } from './run-facts.ts'
import { contentOf } from './search-draft.ts'
import type { SessionState } from './search-session.ts'

/** Which work the page shows, and what its drafts are filed under. */
export interface Work {
  readonly workId: string
  readonly subject: string
}

/** Keeps the tab of the page, and its unsaved changes, in the browser. Call it after `useSearchUrl`, which writes the address first. */
export function useSearchDraft(state: SessionState, { workId, subject }: Work): void {
  const drafts = useDrafts()
  const tabs = useSearchTabs()
  const current = useCurrentLink()
  const [path] = useState(() => pathOf(current()))
  const address = useQueryValues()
  const { history, values, compared, saved, view, run } = state
  const { present } = history
  const isUnsaved = isDirty(state)
  // The address alone brings back a new search of which only the query was changed.
  const isBuilt = view !== undefined || present.page !== saved.page || present.parameters !== saved.parameters
  const content = { history, values, compared }
  const label = view?.title ?? `${present.query.text} ${present.query.steps}`.trim()
  const total = run.isRunning ? undefined : factsOf(run)?.total
  const isTouched = isUnsaved || history.past.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: `content` has what is listed; the draft names the address
  useEffect(() => {
    const link = current()
    // The address may already be that of the page that the user goes to.
    if (pathOf(link) !== path) return
    if (isUnsaved) drafts.keep({ id: workId, subject, link, content: contentOf(content) }, { isLasting: isBuilt })
    else drafts.forget(workId)
    const changes = isUnsaved && isBuilt ? { content: contentOf(content) } : {}
    tabs.show({ id: workId, link, subject, label, total, isTouched, ...changes })
    // The search of one stream belongs to the streams.
    if (!link.startsWith('/streams/')) drafts.showedSearch(link)
  }, [
    drafts,
    tabs,
    workId,
    subject,
    current,
    path,
    address,
    isUnsaved,
    isBuilt,
    present,
    values,
    compared,
    label,
    total,
  ])
}

const pathOf = (link: string) => link.split('?')[0]
