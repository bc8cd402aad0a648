import type { Page } from '@playwright/test'

export interface TestUser {
  readonly username: string
  readonly password: string
  readonly fullName: string
}

/** The login screen, which is shown at any address. */
export function loginPage(page: Page) {
  return {
    heading: page.getByRole('heading', { name: 'Welcome to Logyard' }),
    username: page.getByLabel('Username'),
    password: page.getByLabel('Password', { exact: true }),
    submit: page.getByRole('button', { name: 'Sign in', exact: true }),
    problem: page.getByRole('alert'),
    async signIn({ username, password }: Pick<TestUser, 'username' | 'password'>) {
      await this.username.fill(username)
      await this.password.fill(password)
      await this.submit.click()
    },
  }
}
