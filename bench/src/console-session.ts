/** Pages of a browser that are signed in to a server. */
import { ADMIN_PASSWORD } from '@logyard/server/testing/server-process'
import type { Browser } from '@playwright/test'

export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}api/system/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-by': 'bench' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD, host: '' }),
  })
  const { session_id: session } = (await answer.json()) as { session_id: string }
  return session
}

/** A browser with an empty cache, signed in or not. */
export async function openPage(browser: Browser, session: string | undefined) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (session !== undefined) {
    await context.addInitScript((sessionId) => {
      localStorage.setItem('sessionId', sessionId)
      localStorage.setItem('username', 'admin')
    }, session)
  }
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() }
}
