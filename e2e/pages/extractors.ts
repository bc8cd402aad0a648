import type { Page } from '@playwright/test'

/** The extractors of one input. */
export function extractorsPage(page: Page) {
  const preview = page.getByRole('region', { name: 'Extractor preview' })
  return {
    open: (inputId: string) => page.goto(`system/inputs/${inputId}/extractors`),
    rows: page.getByRole('table', { name: 'Configured extractors' }).getByRole('button', { name: /, details$/ }),
    begin: page.getByRole('button', { name: 'Load a message' }),
    loadMessage: page.getByRole('button', { name: 'Load message' }),
    typesOf: (field: string) => page.getByRole('button', { name: `Select extractor type for ${field}`, exact: true }),
    type: (name: string) => page.getByRole('menuitem', { name, exact: true }),
    field: (name: string) => page.getByRole('textbox', { name, exact: true }),
    example: page.getByRole('region', { name: 'Value of the source field' }),
    preview,
    extracted: preview.getByRole('table', { name: 'Extracted fields' }).getByRole('row'),
    create: page.getByRole('button', { name: 'Create', exact: true }),
    sort: page.getByRole('button', { name: 'Sort extractors' }),
  }
}
