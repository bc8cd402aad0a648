import { gelfSender } from '../fixtures/gelf.ts'
import { expect, test } from '../fixtures/logyard.ts'
import { searchPage } from '../pages/search.ts'

/** Each message is compared with each of these, which takes the engine many seconds. None of them matches. */
const PATTERNS = Array.from('0123456789').flatMap((digit) =>
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => `/.*${digit}.*5.*${letter}.*/`),
)
const LONG_TEXT = '1234567890'.repeat(3000)
const MESSAGES = 600

test('a search that takes long shows its progress, and stops on demand', async ({ logyard, page }) => {
  const run = logyard.unique('slow')
  const gelf = await gelfSender(logyard, run)
  await gelf.send(...Array.from({ length: MESSAGES }, () => ({ short_message: 'long', full_message: LONG_TEXT })))
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.openWith(`run:"${run}" AND full_message:(${PATTERNS.join(' OR ')})`)
  await expect(search.progress).toBeVisible()
  await search.stop.click()
  await expect(page.getByText('Stopped: only part of the range was searched')).toBeVisible()
  await expect(search.progress).toBeHidden()
  // The engine is free for the next search.
  await search.search(`run:"${run}"`)
  await expect(search.found(MESSAGES)).toBeVisible()
})
