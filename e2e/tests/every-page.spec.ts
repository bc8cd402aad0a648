import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../fixtures/logyard.ts'
import { pagesOf } from '../fixtures/pages.ts'
import { frame } from '../pages/frame.ts'
import { loginPage } from '../pages/login.ts'

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
}

/** Words on the page that came from no catalogue: catalogue texts stand in brackets, data is marked `translate="no"`. */
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
    // What users named stands behind our words.
    check(document.title.replace(/^Logyard - /, '').replace(/(?<=⟧) - .*$/su, ''), document.body)
    return [...found]
  })

test('no text of any page escapes the catalogues', async ({ logyard, page }) => {
  test.setTimeout(240_000)
  await page.addInitScript(() => localStorage.setItem('language', 'pseudo'))
  await page.goto('./')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('⟦')
  expect(await untranslated(page), 'sign-in').toEqual([])
  await logyard.signIn(page, logyard.admin)
  for (const path of await pagesOf(logyard)) {
    await visit(page, path)
    expect(await untranslated(page), path).toEqual([])
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every page is accessible in the ${colorScheme} theme`, async ({ logyard, page }) => {
    test.setTimeout(240_000)
    await page.emulateMedia({ colorScheme })
    await page.goto('./')
    await expect(loginPage(page).heading).toBeVisible()
    await expectAccessible(page)
    await logyard.signIn(page, logyard.admin)
    for (const path of await pagesOf(logyard)) {
      await visit(page, path)
      await expectAccessible(page)
    }
  })
}

test('every page can be read on a telephone without scrolling sideways', async ({ logyard, page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 390, height: 844 })
  await logyard.signIn(page, logyard.admin)
  for (const path of await pagesOf(logyard)) {
    await visit(page, path)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, path).toBeLessThanOrEqual(0)
  }
  await expect(frame(page).navigation).toBeHidden()
})
