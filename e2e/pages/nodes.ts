import type { Page } from '@playwright/test'

/** The list of nodes, and the pages about one of them. */
export function nodesPage(page: Page) {
  const card = page.getByRole('article').first()
  return {
    heading: page.getByRole('heading', { level: 1 }),
    open: () => page.goto('system/nodes'),
    card,
    details: card.getByRole('link', { name: 'Details' }),
    async act(action: string) {
      await page
        .getByRole('button', { name: /^Actions for / })
        .first()
        .click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
    journal: page.getByRole('region', { name: 'Disk journal' }),
    metricFilter: page.getByRole('textbox', { name: 'Search metrics' }),
    metric: (name: string) => page.getByRole('button', { name: new RegExp(name.replaceAll('.', '\\.')) }),
  }
}
