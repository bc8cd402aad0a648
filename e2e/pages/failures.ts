import type { Page } from '@playwright/test'

/** The messages that could not be decoded or stored. */
export function failuresPage(page: Page) {
  const list = page.getByRole('group', { name: 'Indexer failures' })
  return {
    open: (query = '') => page.goto(`system/indices/failures${query}`),
    list,
    row: (text: string | RegExp) => list.getByRole('row').filter({ hasText: text }),
    drawer: page.getByRole('dialog', { name: /^Failure \d+$/ }),
  }
}
