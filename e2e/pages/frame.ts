import { expect, type Page } from '@playwright/test'
import type { TestUser } from './login.ts'

/** The frame of every page after sign-in: navigation, header, menus. */
export function frame(page: Page) {
  return {
    navigation: page.getByRole('navigation', { name: 'Main navigation' }),
    userMenu: ({ fullName }: Pick<TestUser, 'fullName'>) => page.getByRole('button', { name: fullName }),
    help: page.getByRole('button', { name: 'Help' }),
    themeSwitch: page.getByRole('button', { name: /theme/i }),
    throughput: page.getByRole('link', { name: / msg\/s in, / }),
    async signOut(user: Pick<TestUser, 'fullName'>) {
      await this.userMenu(user).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
    },
  }
}

/** Opens a page and waits for its content. Only the first one of a test loads the console. */
export async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path)
  else await goInside(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0)
}

/**
 * Goes to a page from the one that is open, without loading the console again: as Forward does. The page for unknown
 * addresses comes between: the heading that is waited for is then never the one of the page before.
 */
async function goInside(page: Page, path: string): Promise<void> {
  for (const place of ['/nowhere', `/${path}`]) {
    await page.evaluate((to) => {
      document.querySelector('h1')?.setAttribute('data-left', '')
      history.pushState({}, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    }, place)
    await expect(page.locator('h1:not([data-left])')).toBeVisible()
  }
}
