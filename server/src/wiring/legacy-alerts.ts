/** Wires legacy alerts: what they search, and how their alarms are sent. */
import type { Caller } from '../http/caller.ts'
import { createEmailCallback } from '../legacy-alerts/callbacks/email-callback.ts'
import { createHttpCallback } from '../legacy-alerts/callbacks/http-callback.ts'
import { createLegacyAlerts, type LegacyAlerts } from '../legacy-alerts/legacy-alerts.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Jobs } from '../scheduler/jobs.ts'
import type { Foundation } from './area.ts'
import { addressesOf } from './event-notifications.ts'
import type { Ingest } from './ingest.ts'
import { loggingAs } from './logging-as.ts'
import type { ProcessingFlow } from './processing.ts'
import type { SearchFlow } from './search.ts'

export interface LegacyAlertFlowDeps extends Foundation {
  readonly ingest: Pick<Ingest, 'streams' | 'conditions'>
  readonly processing: Pick<ProcessingFlow, 'storedUntilMs'>
  readonly search: Pick<SearchFlow, 'measures'>
  readonly jobs: Jobs
  readonly mailer: Mailer
}

export function createLegacyAlertFlow(deps: LegacyAlertFlowDeps): LegacyAlerts {
  const { config, notifications: notices, identity, ingest, processing, search, mailer, urlWhitelist } = deps
  return createLegacyAlerts({
    ...loggingAs('legacy-alerts', deps),
    streams: ingest.streams,
    conditions: ingest.conditions,
    measures: search.measures,
    storedUntilMs: processing.storedUntilMs,
    callbackTypes: [
      createEmailCallback({ mailer, notices, addressesOf: addressesOf(identity) }),
      createHttpCallback(urlWhitelist),
    ],
    usernames: (caller) => usernames(deps, caller),
    isEnabled: config.LOGYARD_LEGACY_ALERTS,
    intervalMs: config.LOGYARD_ALERT_CHECK_SECONDS * 1000,
    consoleUrl: config.LOGYARD_EXTERNAL_URL.replace(/\/$/, ''),
  })
}

async function usernames({ identity }: Foundation, caller: Caller): Promise<readonly string[]> {
  if (!caller.holds('users:list')) return []
  const directory = await identity.accounts.read()
  const root = directory.root()
  const accounts = [...(root === undefined ? [] : [root]), ...directory.stored()]
  return accounts.map(({ user }) => user.username).sort()
}
