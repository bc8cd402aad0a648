import { test } from '../fixtures/logyard.ts'
import { authentication } from '../fixtures/toasts/authentication.ts'
import { configurations, license, urlWhitelist } from '../fixtures/toasts/configurations.ts'
import { definitions, notifications } from '../fixtures/toasts/events.ts'
import { indexSets } from '../fixtures/toasts/index-sets.ts'
import { alarmCallbacks, alertConditions } from '../fixtures/toasts/legacy-alerts.ts'
import { logging, nodes } from '../fixtures/toasts/nodes.ts'
import { play, type ToastTables } from '../fixtures/toasts/play.ts'
import { collectors, sidecarConfigurations, sidecars, variables } from '../fixtures/toasts/sidecars.ts'
import { auditLog, overview, storedLicense } from '../fixtures/toasts/system.ts'
import { roles, tokens, users } from '../fixtures/toasts/users.ts'

/** The table, in parts that take about the same time. */
const PARTS: Readonly<Record<string, ToastTables>> = {
  'the system and its users': {
    ...{ users, tokens, roles, authentication },
    ...{ indexSets, nodes, logging, configurations, urlWhitelist, license },
    ...{ storedLicense, overview, auditLog },
  },
  'alerts and sidecars': {
    ...{ definitions, notifications, alertConditions, alarmCallbacks },
    ...{ sidecars, collectors, sidecarConfigurations, variables },
  },
}

for (const [name, tables] of Object.entries(PARTS)) {
  test(`operations report their failures and successes in the toasts of the catalogue: ${name}`, async ({
    logyard,
    page,
  }, testInfo) => {
    // About a hundred outcomes, one after the other.
    test.setTimeout(600_000)
    for (const status of ['400', '403', '404', '422', '500', '503']) {
      testInfo.annotations.push({ type: 'expects-status', description: status })
    }
    // Not the administrator of the configuration, who has no preferences.
    const user = await logyard.createUser('toasts', { roles: ['Admin'] })
    await logyard.signIn(page, user)
    await play(page, logyard, user, tables)
  })
}
