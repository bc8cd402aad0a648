import type { Page } from '@playwright/test'
import { dialog } from './dialog.ts'
import { list } from './list.ts'

/** The list of streams, with the form that creates, edits and clones them. */
export function streamsPage(page: Page) {
  return {
    heading: page.getByRole('heading', { level: 1, name: 'Streams' }),
    create: page.getByRole('button', { name: 'New stream' }),
    streams: list(page, 'Streams'),
    open: (query = '') => page.goto(`streams${query}`),
    form: (title: string) => {
      const { box, answer } = dialog(page, title)
      return {
        box,
        answer,
        title: box.getByRole('textbox', { name: 'Title' }),
        field: box.getByLabel('Field of rule 1'),
        condition: box.getByRole('combobox', { name: 'Condition of rule 1' }),
        value: box.getByLabel('Value of rule 1'),
      }
    },
  }
}
