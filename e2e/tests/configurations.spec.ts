/** Settings of the whole installation: each card is opened, changed and saved; the sign-in notice; start pages. */
import type { Locator } from '@playwright/test'
import { expect, expectAccessible, type Logyard, test } from '../fixtures/logyard.ts'
import { loginPage } from '../pages/login.ts'
import { streamsPage } from '../pages/streams.ts'
import { toast } from '../pages/toasts.ts'

interface Card {
  readonly title: string
  /** The document that is put back after the test; other tests use the same server. */
  readonly path: string
  readonly change: (dialog: Locator) => Promise<void>
  readonly save: string
  /** Text in the card afterwards. */
  readonly shows: string
}

const SAVE = 'Save'
const ofPlugin = (key: string) => `/system/cluster_config/${key}`

const CARDS: readonly Card[] = [
  {
    title: 'Search',
    path: ofPlugin('org.graylog2.indexer.searches.SearchesClusterConfig'),
    change: (dialog) =>
      dialog.getByRole('textbox', { name: 'Surrounding search filter fields' }).fill('source, origin'),
    save: SAVE,
    shows: 'origin',
  },
  {
    title: 'Message processors',
    path: '/system/messageprocessors/config',
    change: (dialog) => dialog.getByRole('checkbox', { name: 'Run GeoIP Resolver' }).uncheck(),
    save: SAVE,
    shows: 'disabled',
  },
  {
    title: 'Sidecars',
    path: ofPlugin('org.graylog.plugins.sidecar.system.SidecarConfiguration'),
    change: (dialog) => dialog.getByRole('textbox', { name: 'Inactive threshold' }).fill('7 minutes'),
    save: SAVE,
    shows: '7 minutes',
  },
  {
    title: 'Events',
    path: ofPlugin('org.graylog.events.configuration.EventsConfiguration'),
    change: (dialog) => dialog.getByRole('textbox', { name: 'Default notification backlog' }).fill('77'),
    save: SAVE,
    shows: '77',
  },
  {
    title: 'URL whitelist',
    path: '/system/urlwhitelist',
    async change(dialog) {
      await dialog.getByRole('button', { name: 'Add URL' }).first().click()
      await dialog
        .getByRole('textbox', { name: /^Title of entry/ })
        .last()
        .fill('Pager')
      await dialog
        .getByRole('textbox', { name: /^URL of entry/ })
        .last()
        .fill('https://pager.example.org/hook')
    },
    save: SAVE,
    shows: 'https://pager.example.org/hook',
  },
  {
    title: 'Passwords',
    path: ofPlugin('org.logyard.identity.PasswordRules'),
    change: (dialog) => dialog.getByRole('textbox', { name: 'Shortest length' }).fill('9'),
    save: SAVE,
    shows: '9 characters',
  },
  {
    title: 'Access tokens',
    path: ofPlugin('org.logyard.identity.TokenSettings'),
    change: (dialog) => dialog.getByRole('checkbox', { name: 'Show expired tokens for some time' }).check(),
    save: SAVE,
    shows: 'Deleted after 7 days',
  },
  {
    title: 'Geo-location processor',
    path: ofPlugin('org.graylog.plugins.map.config.GeoIpResolverConfig'),
    change: (dialog) => dialog.getByRole('textbox', { name: 'Database file' }).fill('/srv/city.mmdb'),
    save: SAVE,
    shows: '/srv/city.mmdb',
  },
  {
    title: 'Threat intelligence lookups',
    path: ofPlugin('org.graylog.plugins.threatintel.ThreatIntelPluginConfiguration'),
    change: (dialog) => dialog.getByRole('checkbox', { name: 'Allow Spamhaus lookups' }).click(),
    save: SAVE,
    shows: 'SpamhausYes',
  },
  {
    title: 'Audit log',
    path: ofPlugin('org.logyard.audit.AuditLogSettings'),
    change: (dialog) => dialog.getByRole('textbox', { name: 'Longest age in days' }).fill('31'),
    save: SAVE,
    shows: '31 days',
  },
]

async function createStream(logyard: Logyard, title: string): Promise<string> {
  const [set] = Object((await logyard.api.call('GET', '/system/indices/index_sets')).body).index_sets
  const body = { title, index_set_id: set.id, remove_matches_from_default_stream: false }
  return String(Object((await logyard.api.call('POST', '/streams', body)).body).stream_id)
}

/** The documents of the cards as they were; undefined for one that nobody has set. */
async function restoring(logyard: Logyard, cards: readonly Pick<Card, 'path'>[]): Promise<AsyncDisposable> {
  const { call } = logyard.api
  const before = await Promise.all(cards.map(async ({ path }) => ({ path, body: (await call('GET', path)).body })))
  return {
    async [Symbol.asyncDispose]() {
      for (const { path, body } of before) {
        const { status } = await (body === undefined ? call('DELETE', path) : call('PUT', path, body))
        expect(status, path).toBeLessThan(300)
      }
    },
  }
}

test('each card of the configurations is changed in its dialog', async ({ logyard, page }) => {
  await using _restored = await restoring(logyard, CARDS)
  await logyard.signIn(page, logyard.admin)
  await page.goto('./system/configurations')
  for (const { title, change, save, shows } of CARDS) {
    await test.step(title, async () => {
      await page.getByRole('tab', { name: title }).click()
      const card = page.getByRole('region', { name: title })
      const open = card.getByRole('button', { name: `Edit ${title}` })
      await open.click()
      const dialog = page.getByRole('dialog')
      await change(dialog)
      await dialog.getByRole('button', { name: save, exact: true }).click()
      await expect(dialog).toHaveCount(0)
      await expect(card).toContainText(shows)
    })
  }
  await page.reload()
  for (const { title, shows } of CARDS) {
    await page.getByRole('tab', { name: title }).click()
    await expect(page.getByRole('region', { name: title })).toContainText(shows)
  }
})

test('a configuration that is not saved stays as it was', async ({ logyard, page }) => {
  await logyard.signIn(page, logyard.admin)
  await page.goto('./system/configurations?section=events')
  const card = page.getByRole('region', { name: 'Events' })
  await card.getByRole('button', { name: 'Edit Events' }).click()
  const backlog = page.getByRole('dialog').getByRole('textbox', { name: 'Default notification backlog' })
  const value = await backlog.inputValue()
  await backlog.fill('78')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave and discard changes' }).click()
  await expect(card).not.toContainText('78')
  await card.getByRole('button', { name: 'Edit Events' }).click()
  await expect(backlog).toHaveValue(value)
})

test('the sign-in notice is a text on the sign-in page, whatever it contains', async ({ logyard, page, elsewhere }) => {
  const notice = { path: '/system/cluster_config/org.logyard.customization.SignInNotice' }
  await using _restored = await restoring(logyard, [notice])
  const text = 'Only for staff.\n<img src=x onerror="document.title=1"><b>bold</b> {name} <script>alert(1)</script>'
  await logyard.signIn(page, logyard.admin)
  await page.goto('./system/configurations?section=notice')
  await page.getByRole('button', { name: 'Edit Sign-in notice' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Notice' }).fill(text)
  await page.getByRole('dialog').getByRole('button', { name: SAVE }).click()
  await expect(toast(page, 'Configuration updated successfully')).toBeVisible()

  await elsewhere.goto('./')
  await expect(loginPage(elsewhere).heading).toBeVisible()
  const shown = elsewhere.getByRole('region', { name: 'Notice' })
  await expect(shown).toHaveText(text)
  await expect(shown.locator('img, b, script')).toHaveCount(0)
  await expect(elsewhere).toHaveTitle(/Sign in/)
  await expectAccessible(elsewhere)
})

test('a stream that was chosen as the start page opens after signing in', async ({ logyard, page, elsewhere }) => {
  const title = logyard.unique('start')
  const id = await createStream(logyard, title)
  const user = await logyard.createUser('starter', { permissions: [`streams:read:${id}`] })
  await logyard.signIn(page, user)
  const { streams, open } = streamsPage(page)
  await open()
  await streams.menuOf(title).click()
  await page.getByRole('menuitem', { name: 'Set as start page' }).click()
  await expect(toast(page, 'Your start page was changed successfully')).toBeVisible()

  await elsewhere.goto('./')
  await loginPage(elsewhere).signIn(user)
  await expect(elsewhere).toHaveURL(new RegExp(`/streams/${id}/search`))
})
