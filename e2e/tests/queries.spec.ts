import { gelfSender } from '../fixtures/gelf.ts'
import { expect, test } from '../fixtures/logyard.ts'
import { searchPage } from '../pages/search.ts'

/** A query that people type, the button that corrects it, and the messages found then; without a button, at once. */
const ROWS: readonly {
  readonly typed: string
  readonly fix?: RegExp
  readonly fixed?: string
  readonly found: number
}[] = [
  { typed: 'q_path:/checkout', found: 1 },
  { typed: 'q_ip:198.18.0.0/16', found: 2 },
  { typed: 'q_ip:2001:db8::/32', found: 1 },
  { typed: 'level:error AND _exists_:q_path', found: 2 },
  { typed: 'level:>=warning AND _exists_:q_path', found: 3 },
  { typed: 'q_took_ms:>1s', found: 1 },
  { typed: 'q_service:Catalog', fix: /^catalog · 2 messages$/, fixed: 'q_service:catalog', found: 2 },
  { typed: 'q_service=cart', fix: /^Fix: q_service:cart$/, fixed: 'q_service:cart', found: 1 },
  { typed: 'q_took_ms>100', fix: /^Fix: q_took_ms:>100$/, fixed: 'q_took_ms:>100', found: 2 },
  { typed: 'q_status:5*', fix: /^Fix: \[500 TO 599\]$/, fixed: 'q_status:[500 TO 599]', found: 1 },
  { typed: 'zgatew', fix: /^zgatew\* · 1 message$/, fixed: 'zgatew*', found: 1 },
  { typed: '*gateway*zone', found: 1 },
  { typed: 'zfailed zlogin', fix: /^zfailed AND zlogin · 1 message$/, fixed: 'zfailed AND zlogin', found: 1 },
  { typed: 'q_servce:cart', fix: /^Fix: q_service$/, fixed: 'q_service:cart', found: 1 },
  { typed: 'q_service:(cart', fix: /^Fix: q_service:\(cart\)$/, fixed: 'q_service:(cart)', found: 1 },
]

test('queries as people type them find what they mean, or a button corrects them', async ({ logyard, page }) => {
  const gelf = await gelfSender(logyard, logyard.unique('typed'))
  await gelf.send(
    {
      short_message: 'zfailed zlogin at zgateway.zone',
      level: 3,
      ...{ _q_path: '/checkout', _q_service: 'catalog', _q_ip: '198.18.3.4', _q_took_ms: 1500, _q_status: 503 },
    },
    {
      short_message: 'zfailed payment',
      level: 3,
      ...{ _q_path: '/cart', _q_service: 'catalog', _q_ip: '198.18.9.9', _q_took_ms: 200, _q_status: 200 },
    },
    {
      short_message: 'zlogin later',
      level: 4,
      ...{ _q_path: '/', _q_service: 'cart', _q_ip: '2001:db8::7', _q_took_ms: 5, _q_status: 404 },
    },
  )
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open()
  for (const { typed, fix, fixed, found } of ROWS) {
    await test.step(typed, async () => {
      await search.search(typed)
      if (fix !== undefined) {
        await page.getByRole('button', { name: fix }).click()
        await expect(search.query).toHaveText(fixed ?? typed)
      }
      await expect(search.found(found)).toBeVisible()
    })
  }
})

test('a line for hints is always there, and Tab accepts a suggestion', async ({ logyard, page }) => {
  const gelf = await gelfSender(logyard, logyard.unique('tabbed'))
  await gelf.send({ short_message: 'a', _gearbox: 'manual' })
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open()
  await expect(search.run).toBeVisible()
  const heightOfBar = async () => (await search.bar.boundingBox())?.height
  const before = await heightOfBar()
  await search.query.click()
  await page.keyboard.insertText('gear')
  await expect(search.options.filter({ hasText: 'gearbox' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(search.query).toHaveText('gearbox:')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await expect(search.options).toHaveCount(0)
  await expect(page.getByText('gearbox: needs a value')).toBeVisible()
  expect(await heightOfBar()).toBe(before)
})
