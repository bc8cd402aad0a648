import type { Page } from '@playwright/test'
import type { TestUser } from './login.ts'

/** The frame of every page after sign-in: navigation, header, menus. */
export function frame(page: Page) {
  return {
    navigation: page.getByRole('navigation', { name: 'Main navigation' }),
    userMenu: ({ fullName }: Pick<TestUser, 'fullName'>) => page.getByRole('button', { name: fullName }),
    help: page.getByRole('button', { name: 'Help' }),
    themeSwitch: page.getByRole('button', { name: /theme/i }),
    throughput: page.getByLabel(/^In .* \/ Out .* msg\/s$/),
    async signOut(user: Pick<TestUser, 'fullName'>) {
      await this.userMenu(user).click()
      await page.getByRole('menuitem', { name: 'Log out' }).click()
    },
  }
}
