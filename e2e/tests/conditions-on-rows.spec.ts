import { makeDefinition } from '../fixtures/event-definitions.ts'
import { gelfSender } from '../fixtures/gelf.ts'
import { expect, expectAccessible, expectFitsWidth, test } from '../fixtures/logyard.ts'
import { alertsPage } from '../pages/alerts.ts'
import { definitionPages } from '../pages/event-definitions.ts'
import { searchPage } from '../pages/search.ts'

const MINUTE_S = 60

test('steps of a search become a condition with a back-test, and its alert is explained when it opens', async ({
  logyard,
  page,
}) => {
  const run = logyard.unique('logins')
  const gelf = await gelfSender(logyard, run)
  const now = Date.now() / 1000
  const usual = Array.from({ length: 90 }, (_, place) => ({
    short_message: 'login of a user',
    _user: `user-${place % 30}`,
    _outcome: 'ok',
    timestamp: now - 50 * MINUTE_S + place * 30,
  }))
  const attack = Array.from({ length: 40 }, (_, place) => ({
    short_message: 'login of a user failed',
    _user: 'root',
    _outcome: 'refused',
    timestamp: now - 40 + place / 4,
  }))
  await gelf.send(...usual, ...attack)
  await logyard.signIn(page, logyard.admin)
  const search = searchPage(page)
  await search.open('?rangetype=relative&relative=300')
  await search.search(`run:"${run}" | stats count() as logins by user | where logins > 20`)
  await expect(page.getByRole('row', { name: /^root.* 40$/ })).toBeVisible()
  await page.getByRole('button', { name: 'New alert' }).click()

  const definitions = definitionPages(page)
  await expect(page.getByRole('textbox', { name: 'Steps', exact: true })).toContainText(
    'stats count() as logins by user',
  )
  await expect(definitions.query).toContainText(run)
  await expect(page.getByRole('radio', { name: 'An event for each row' })).toBeChecked()
  await expect(definitions.duration('Search within the last').amount).toHaveValue('5')
  // Each of its windows is a statement.
  await definitions.backTest.getByRole('combobox', { name: 'Time range' }).selectOption('Last day')
  await definitions.backTest.getByRole('button', { name: 'Test on the past' }).click()
  await expect(definitions.backTest.getByText('root', { exact: true }).first()).toBeVisible({ timeout: 120_000 })
  await expectAccessible(page)
  await definitions.title.fill(run)
  await definitions.submit.click()
  await expect(definitions.list.row(run)).toBeVisible()

  const config = {
    ...{ type: 'steps-v1', query: `run:"${run}"`, streams: [], key_columns: [], is_each_row: true },
    ...{ steps: '| stats count() as logins by user | where logins > 20' },
    ...{ search_within_ms: 300_000, execute_every_ms: 60_000 },
  }
  const definition = await makeDefinition(logyard, `${run} alert`, { alert: true, config })
  const alertOf = async () => (await logyard.api.call('GET', `/events/alerts?definition=${definition}`)).body
  await expect.poll(alertOf).toMatchObject({ alerts: [{ group: ['root'], state: 'open' }] })
  const { alerts: opened } = (await alertOf()) as { alerts: { id: string }[] }
  const alerts = alertsPage(page)
  await alerts.open(`?alert=${opened[0]?.id}`)
  const { drawer } = alerts
  await expect(drawer.getByText(`${run} alert: root - logins=40`).first()).toBeVisible()
  await expect(drawer.getByText('As it was when the alert opened')).toBeVisible()
  await drawer
    .getByRole('link', { name: /[Mm]essages/ })
    .first()
    .click()
  await expect(page.getByRole('row', { name: /^root.* 40$/ })).toBeVisible()
  await expectFitsWidth(page, 'the replayed steps')
})

test('a statement becomes a condition, and the definition shows it', async ({ logyard, page }) => {
  const run = logyard.unique('statement')
  await logyard.signIn(page, logyard.admin)
  const sql = 'SELECT user, count() AS n FROM messages GROUP BY user'
  await page.goto(
    `search/sql?${new URLSearchParams({ sql, q: `run:"${run}"`, rangetype: 'relative', relative: '600' })}`,
  )
  await page.getByRole('button', { name: 'New alert' }).click()
  await expect(page.getByRole('textbox', { name: 'SQL statement' })).toHaveValue(sql)
  const definitions = definitionPages(page)
  await page.getByText('One event if there are rows').click()
  await definitions.title.fill(run)
  await definitions.submit.click()
  await definitions.list.row(run).getByRole('link', { name: run }).click()
  await expect(page.getByText(sql)).toBeVisible()
  await expect(page.getByText('One event if there are rows')).toBeVisible()
  await page.getByRole('button', { name: `Actions for ${run}` }).click()
  await page.getByRole('menuitem', { name: 'Open as SQL' }).click()
  await expect(page.getByRole('textbox', { name: 'Statement' })).toHaveText(sql)
})
