/** The watch that all browser tests rely on sees what the browser's console does not show. */
import { expect, test } from '../fixtures/logyard.ts'
import { watchPolicy } from '../fixtures/policy-watch.ts'

test('what the content security policy refuses is told, also where code catches the refusal', async ({
  browser,
  logyard,
}) => {
  await using context = await browser.newContext({ baseURL: logyard.url })
  const told: string[] = []
  await watchPolicy(context, (violation) => told.push(violation))
  const page = await context.newPage()
  await page.goto('./')
  await page.evaluate(() => {
    new Image().src = 'http://192.0.2.1/picture'
    // What the test itself evaluates is allowed to; a task of the page is not.
    setTimeout(() => {
      try {
        Reflect.construct(Function, ['return 1'])
      } catch {
        // As libraries do that only try whether they may.
      }
    })
  })
  await expect
    .poll(() => told.map((violation) => violation.split(' ')[4]))
    .toEqual(expect.arrayContaining(['img-src', 'script-src']))
})
