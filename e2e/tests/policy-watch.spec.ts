/** The policy watch of all browser tests sees violations that the browser's console does not show. */
import { expect, test } from '../fixtures/logyard.ts'
import { watchPolicy } from '../fixtures/policy-watch.ts'

test('violations of the content security policy are reported, even if the code catches the error', async ({
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
    // Code evaluated by the test is exempt from the policy; a task of the page is not.
    setTimeout(() => {
      try {
        Reflect.construct(Function, ['return 1'])
      } catch {
        // Libraries do this to detect whether `eval` is allowed.
      }
    })
  })
  await expect
    .poll(() => told.map((violation) => violation.split(' ')[4]))
    .toEqual(expect.arrayContaining(['img-src', 'script-src']))
})
