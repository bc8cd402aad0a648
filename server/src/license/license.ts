/**
 * The request for a free license. It stays on this installation; only if an administrator set an address, it is sent
 * there, a bounded number of times until it was accepted. Logyard itself needs no license.
 */
import type { LicenseRequest, LicenseStatus, StoredLicenseRequest } from '@logyard/contract/license/license'
import type { Clock } from '../platform/clock.ts'
import { LogyardError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { reasonOf } from '../platform/outgoing/reason-of.ts'
import { maskCredentials } from '../platform/server-log/mask-credentials.ts'
import type { SettingsStore } from '../platform/settings/settings-store.ts'
import type { UrlWhitelist } from '../url-whitelist/url-whitelist.ts'
import { createLicenseStore, type LicenseEntry } from './license-store.ts'

export type License = ReturnType<typeof createLicense>

export interface LicenseDeps {
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  readonly urlWhitelist: Pick<UrlWhitelist, 'fetch'>
  /** `LOGYARD_LICENSE_URL`; empty when nothing is sent. */
  readonly url: string
  readonly clusterId: string
}

export const LICENSE_SEND_MS = 300_000
const MAX_ATTEMPTS = 100
const LIMIT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024
const MAX_PROBLEM_LENGTH = 500

const alreadyRequested = () =>
  new LogyardError(
    'invalid',
    'license-requested',
    'Free Graylog Enterprise license already requested or license already installed',
  )
const notRequested = () => new LogyardError('not-found', 'license-not-requested', 'No license was requested.')

export function createLicense(deps: LicenseDeps) {
  const { settings, clock, url } = deps
  const store = createLicenseStore(settings)
  const find = async () => {
    const entry = await store.find()
    return entry === undefined ? undefined : publicRequest(entry, url)
  }
  return {
    status: async (): Promise<LicenseStatus> => ((await store.find()) === undefined ? 'absent' : 'staged'),
    /** Throws if a request is stored already. */
    async request(request: LicenseRequest) {
      if (!(await store.insert(trimmed(request), clock.now()))) throw alreadyRequested()
    },
    find,
    async get() {
      const found = await find()
      if (found === undefined) throw notRequested()
      return found
    },
    async delete() {
      if (!(await store.delete())) throw notRequested()
    },
    /** Sends the stored request, if there is an address and it was not sent yet. */
    async send(signal: AbortSignal) {
      const entry = url === '' ? undefined : await store.find()
      if (entry === undefined || entry.is_sent || entry.attempts >= MAX_ATTEMPTS) return
      const problem = await deliver(deps, entry.request, signal)
      if (!signal.aborted) await store.recordAttempt(entry, problem)
    },
  }
}

/** Returns why it was not delivered. */
async function deliver(deps: LicenseDeps, request: LicenseRequest, signal: AbortSignal): Promise<string | null> {
  try {
    const { ok, status } = await deps.urlWhitelist.fetch({
      url: new URL(deps.url),
      method: 'POST',
      headers: new Headers({ 'content-type': 'application/json', 'user-agent': 'Logyard' }),
      body: JSON.stringify({ cluster_id: deps.clusterId, ...request }),
      limitMs: LIMIT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
      cutsBody: true,
      signal,
    })
    return ok ? null : `The address answered with status ${status}.`
  } catch (error) {
    const problem = maskCredentials(reasonOf(error)).slice(0, MAX_PROBLEM_LENGTH)
    deps.log.warn({ reason: problem }, 'the request for a license could not be sent')
    return problem
  }
}

function publicRequest(entry: LicenseEntry, url: string): StoredLicenseRequest {
  const { request, created_at, attempts, last_problem } = entry
  return { request, created_at, attempts, last_problem, delivery: deliveryOf(entry, url) }
}

function deliveryOf({ is_sent, attempts }: LicenseEntry, url: string): StoredLicenseRequest['delivery'] {
  if (is_sent) return 'sent'
  if (url === '') return 'not-configured'
  return attempts < MAX_ATTEMPTS ? 'waiting' : 'failed'
}

const trimmed = (request: LicenseRequest): LicenseRequest => ({
  first_name: oneSpaced(request.first_name),
  last_name: oneSpaced(request.last_name),
  company: oneSpaced(request.company),
  email: request.email,
  phone: oneSpaced(request.phone),
})

const oneSpaced = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
