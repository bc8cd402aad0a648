/** Drafts of views, as clients send them. */
import type { SearchUnderTest } from '../../search/testing/start-search.ts'

/** The smallest valid page. */
export const PAGE = { widgets: [], widget_mapping: {}, positions: {} }

export const viewDraft = (search_id: string, more: object = {}) => ({
  type: 'DASHBOARD',
  title: 'Traffic',
  search_id,
  state: { q: PAGE },
  ...more,
})

export const aggregation = (id: string, config: object = {}) => ({
  id,
  type: 'aggregation',
  config: { row_pivots: [], column_pivots: [], series: [], sort: [], visualization: 'table', ...config },
})

/** Creates views through the API: root's views use the given search, other users' views searches of their own. */
export function viewsOver(logyard: SearchUnderTest, searchId: string) {
  const post = async (draft: object, as?: string) => {
    if (as === undefined) return logyard.call('POST', '/views', { body: viewDraft(searchId, draft) })
    const own = await logyard.store([], { as })
    return logyard.call('POST', '/views', { body: viewDraft(own, draft), as })
  }
  return {
    post,
    async add(draft: object = {}, as?: string): Promise<string> {
      const answer = await post(draft, as)
      if (answer.status !== 200) throw new Error(`the view was refused: ${answer.text}`)
      return String(Object(answer.body).id)
    },
  }
}
