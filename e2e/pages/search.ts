import type { Locator, Page } from '@playwright/test'
import { dialog } from './dialog.ts'

const OPENER = /^(Show|Hide) the details of the message/

const liveTail = (page: Page) => {
  const tail = page.getByRole('region', { name: 'Live tail' })
  return {
    tail,
    tailTools: page.getByRole('group', { name: 'Live tail controls' }),
    tailed: (text: string) => tail.getByRole('row', { name: text }),
    tailOpener: tail.getByRole('button', { name: OPENER }),
  }
}

/** The streams to search: a button of the bar that opens a list. */
const streamChoice = (page: Page, bar: Locator) => ({
  streams: bar.getByRole('button', { name: /^Streams/ }),
  streamFilter: page.getByRole('textbox', { name: 'Filter streams' }),
  stream: (title: string) => page.getByRole('checkbox', { name: title, exact: true }),
  allStreams: bar.getByRole('button', { name: 'Search in all streams' }),
})

/** The strip of several open searches, and the button for one more. */
const openSearches = (page: Page) => ({
  tabs: page.getByRole('navigation', { name: 'Open searches' }),
  newTab: page.getByRole('button', { name: 'New tab' }),
})

/** Which streams, and in which tab. */
const searchedParts = (page: Page, bar: Locator) => ({ ...streamChoice(page, bar), ...openSearches(page) })

/** The search page: its bar and its results. */
export function searchPage(page: Page) {
  const bar = page.getByRole('search', { name: 'Search bar' })
  const range = bar.getByRole('button', { name: /^Time range: / })
  const messages = page.getByRole('region', { name: 'Messages', exact: true })
  const detail = messages.getByRole('row').filter({ hasText: 'Stored in index' })
  return {
    bar,
    query: bar.getByRole('textbox', { name: 'Query' }),
    filter: (text: string) => bar.getByRole('button', { name: `Filter ${text}`, exact: true }),
    run: bar.getByRole('button', { name: /^Perform search/ }),
    range,
    open: (query = '') => page.goto(`search${query}`),
    openWith: (query: string) => page.goto(`search?q=${encodeURIComponent(query)}`),
    /** Types a query and runs it. */
    async search(text: string) {
      await this.query.click()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.keyboard.type(text)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
    },
    /** Progress of a search that takes longer than a second. */
    progress: page.getByRole('progressbar', { name: 'Searching' }),
    stop: page.getByRole('button', { name: 'Stop searching' }),
    found: (count: number) => page.getByText(new RegExp(`^${count.toLocaleString('en')} messages? in [\\d,]+ ms$`)),
    widget: (title: string) => page.getByRole('article', { name: title }),
    widgetMenu: (title: string) => page.getByRole('button', { name: `Actions for ${title}`, exact: true }),
    messages,
    message: (text: string | RegExp) => page.getByRole('row', { name: text }),
    /** The button that shows or hides a row's details. */
    opener: messages.getByRole('button', { name: OPENER }),
    ...liveTail(page),
    cell: (value: string) => messages.getByRole('cell').getByRole('button', { name: value, exact: true }),
    detail,
    /** A field's value in the details. */
    value: (field: string, value: string) =>
      detail.getByRole('button', { name: `${value}: actions for this value of ${field}` }),
    context: messages.getByRole('region', { name: 'Context' }),
    sidebar: (section: string) =>
      page.getByRole('toolbar', { name: 'Sections of the sidebar' }).getByRole('button', { name: section }),
    fields: page.getByRole('complementary', { name: 'Fields' }),
    statistics: (field: string) => page.getByRole('dialog', { name: `Statistics of ${field}` }),
    ...searchedParts(page, bar),
    // The radio button is practically invisible, so users click its label.
    chooseMode: (name: 'Results' | 'Patterns' | 'Live') =>
      page.getByRole('radiogroup', { name: 'View' }).locator('label').filter({ hasText: name }).click(),
    pattern: (action: string, text: string) => page.getByRole('button', { name: `${action}: ${text}`, exact: true }),
    share: bar.getByRole('button', { name: 'Share' }),
    sharing: (title: string) => dialog(page, `Sharing search: ${title}`),
    more: bar.getByRole('button', { name: 'More actions' }),
    editor: (title: string) => page.getByRole('dialog', { name: `Editing ${title}` }),
    preset: (name: string) => page.getByRole('button', { name, exact: true }),
    async pickRange(name: string) {
      await range.click()
      await this.preset(name).click()
    },
    async rangeTab(name: 'Relative' | 'Absolute' | 'Keyword') {
      await range.click()
      await page.getByRole('tab', { name }).click()
    },
    rangeStart: page.getByRole('textbox', { name: 'Search start date' }),
    rangeEnd: page.getByRole('textbox', { name: 'Search end date' }),
    rangeWords: page.getByRole('textbox', { name: 'Time range in words' }),
    stepForward: bar.getByRole('button', { name: 'Next period' }),
    apply: page.getByRole('button', { name: 'Apply and search' }),
    star: bar.getByRole('button', { name: /^(Save search|Saved search|Unsaved changes)$/ }),
    nameField: page.getByRole('textbox', { name: 'Name of search' }),
    load: bar.getByRole('button', { name: 'Open a saved search' }),
    async menu(action: string) {
      await this.more.click()
      await page.getByRole('menuitem', { name: action, exact: true }).click()
    },
    exportDialog: () => dialog(page, 'Export all search results to CSV'),
    options: page.getByRole('listbox').getByRole('option'),
  }
}
