import { rounds } from '@logyard/server/testing/rounds'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectFitsWidth, test } from '../fixtures/logyard.ts'
import { PAGES } from '../fixtures/pages.ts'
import { visit } from '../pages/frame.ts'

const DESKTOP = { width: 1440, height: 900 }
const TELEPHONE = { width: 390, height: 844 }

/** Words that are in no catalogue: catalogue texts are in brackets, data is marked `translate="no"`. */
const untranslated = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>()
    const isOurs = (element: Element | null) =>
      element !== null && element.closest('[translate="no"], script, style, svg, textarea') === null
    const check = (text: string | null, element: Element | null) => {
      const words = (text ?? '').trim()
      if (/\p{L}{2}/u.test(words) && isOurs(element) && !/^⟦.*⟧$/su.test(words)) found.add(words)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const block = node.parentElement?.closest('p, li, h1, h2, h3, td, th, label, button, a, div, span') ?? null
      const inMessage = /⟦/u.test(block?.textContent ?? '')
      if (!inMessage) check(node.textContent, node.parentElement)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) check(element.getAttribute(name), element)
    }
    // The title of a search is its query. User-defined names follow the catalogue text.
    const query = new URLSearchParams(location.search).get('q') ?? ''
    const title = document.title.replace(/ · Logyard$/, '').replace(/(?<=⟧) - .*$/su, '')
    if (title !== query) check(title, document.body)
    return [...found]
  })

const THEMES = ['light', 'dark'] as const

/** In `npm test` pages are analysed in the light and the dark theme by turns, in the soak run in both. */
async function expectAccessibleInThemes(page: Page, place: number): Promise<void> {
  const every = rounds(THEMES.length, 1)
  for (const colorScheme of THEMES.filter((_, index) => (index + place) % every === 0)) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    // The marks of the texts come between a visible text and the name that contains it.
    await expectAccessible(page, ['label-content-name-mismatch'])
  }
}

/** Checks that all texts come from the catalogues, and that nothing scrolls sideways on a phone. */
async function expectTranslatedAndNarrow(page: Page, path: string): Promise<void> {
  expect(await untranslated(page), `${path}: texts that are in no catalogue`).toEqual([])
  await page.setViewportSize(TELEPHONE)
  await expectFitsWidth(page, path)
  await page.setViewportSize(DESKTOP)
}

/** In the language whose texts are marked, and longer than others. */
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => {
    // A sandboxed frame has no storage.
    if (window === window.top) localStorage.setItem('language', 'pseudo')
  })
})

test('the sign-in page is translated, accessible and readable on a phone', async ({ page }) => {
  await visit(page, './')
  for (const place of THEMES.keys()) await expectAccessibleInThemes(page, place)
  await expectTranslatedAndNarrow(page, 'sign-in')
})

for (const [area, pages] of Object.entries(PAGES)) {
  test(`every page is translated, accessible and readable on a phone: ${area}`, async ({ logyard, page }) => {
    test.setTimeout(480_000)
    await logyard.signIn(page, logyard.admin)
    for (const [place, visited] of pages.entries()) {
      const { path, open } = await visited(logyard)
      await visit(page, path)
      await open?.(page)
      await expectAccessibleInThemes(page, place)
      await expectTranslatedAndNarrow(page, path)
    }
  })
}

test('on a phone the navigation is collapsed', async ({ logyard, page }) => {
  await page.setViewportSize(TELEPHONE)
  await logyard.signIn(page, logyard.admin)
  await visit(page, 'streams')
  await expect(page.getByRole('navigation')).toBeHidden()
})
