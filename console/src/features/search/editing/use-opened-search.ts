/** What a search page opens with: the link, the draft of unsaved changes, and the saved or new search below both. */
import { useState } from 'react'
import type { Draft, Drafts } from '../../../base/drafts/drafts.ts'
import { useDrafts } from '../../../base/drafts/drafts-provider.tsx'
import { useCurrentLink, useQueryValues } from '../../../base/routes/location.ts'
import { useClock } from '../../../base/services/services.tsx'
import { useZone } from '../../../query/time-range/use-range-text.ts'
import type { Compared } from '../../../view-document/model/widget-search-types.ts'
import type { ParameterValues } from '../../../view-document/parameters/parameters.ts'
import { isSameQuery, type SearchDocument } from './search-document.ts'
import { draftOfContent } from './search-draft.ts'
import { queryFromOwnUrl, queryFromUrl } from './search-url.ts'
import { settingsFromUrl, withSettings } from './table-settings.ts'

interface Asked {
  /** The saved or the new search. */
  readonly base: SearchDocument
  readonly isSaved: boolean
  /** What drafts of this search are filed under. */
  readonly subject: string
  readonly workId: string
}

export interface OpenedSearch {
  readonly document: SearchDocument
  readonly values: ParameterValues
  readonly compared: Compared
  /** What counts as unchanged: the saved search, or the new search as its link describes it. */
  readonly saved: SearchDocument
  /** The unsaved changes come from elsewhere than this entry of the history, so the page says so. */
  readonly isRestored: boolean
}

interface Found {
  readonly draft: Draft
  readonly isExpected: boolean
}

/** Read once: from then on the page keeps address and draft in step with the search. */
export function useOpenedSearch({ base, isSaved, subject, workId }: Asked): OpenedSearch {
  const drafts = useDrafts()
  const link = useCurrentLink()
  const values = useQueryValues()
  const zone = useZone()
  const { now } = useClock()
  const [opened] = useState((): OpenedSearch => {
    const found = findDraft(drafts, { subject, workId, link: link(), isBare: values.size === 0 })
    const content = found === undefined ? undefined : draftOfContent(found.draft.content)
    const options = { zone, nowMs: now(), savedFilters: base.query.otherFilters }
    if (found === undefined || content === undefined) {
      const query = queryFromUrl(values, base.query, options)
      const linked = isSameQuery(query, base.query) ? base : { ...base, query }
      const document = withSettings(linked, settingsFromUrl(values))
      const saved = isSaved ? base : document
      return { document, saved, values: {}, compared: new Map(), isRestored: false }
    }
    const query = queryFromOwnUrl(values, content.document.query, options)
    const document = { ...content.document, query }
    const compared = new Map(content.compared)
    return { document, saved: base, values: content.values, compared, isRestored: !found.isExpected }
  })
  return opened
}

interface Place {
  readonly subject: string
  readonly workId: string
  readonly link: string
  /** The address names nothing but the page. */
  readonly isBare: boolean
}

function findDraft(drafts: Drafts, { subject, workId, link, isBare }: Place): Found | undefined {
  const isFirst = drafts.isFirstOpening()
  const own = drafts.findById(workId) ?? drafts.findInTab((draft) => draft.link === link)
  if (own !== undefined) return own.subject === subject ? { draft: own, isExpected: true } : undefined
  if (!isBare) return undefined
  // Only the first page of a tab takes over a new search: later ones are new on purpose.
  const isNew = subject === NEW_SEARCH
  const draft = isNew
    ? isFirst
      ? drafts.takeLeft(subject)
      : undefined
    : (drafts.findInTab((one) => one.subject === subject) ?? drafts.takeLeft(subject))
  return draft === undefined ? undefined : { draft, isExpected: false }
}

export const NEW_SEARCH = 'search'
