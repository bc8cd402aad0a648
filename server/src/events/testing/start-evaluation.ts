/** A node that evaluates definitions over messages of a test, with a wall clock that the test sets. */
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import { ROOT_USER_ID } from '@logyard/contract/identity/users'
import { sql } from '@logyard/languages/sql/sql'
import { expect } from 'vitest'
import type { User } from '../../identity/accounts/user-store.ts'
import { openIdentityStores } from '../../identity/identity-stores.ts'
import { systemClock } from '../../platform/clock.ts'
import { triggerCollection } from '../../scheduler/job-store.ts'
import { insertMessages, type TestMessage, templateHash } from '../../search/testing/message-table.ts'
import type { Engine } from '../../store/engine/engine.ts'
import { temporarySettings } from '../../testing/temporary-settings.ts'
import { definitionCollection } from '../definitions/definition-store.ts'
import { evaluatedDefinition } from './evaluated-definition.ts'
import { createEvaluatingNode, wallClock } from './evaluating-node.ts'
import { pending, storedEvents } from './evaluation-progress.ts'

export const STREAM = '5f0000000000000000000001'
export const OTHER_STREAM = '5f0000000000000000000002'
/** May read `STREAM` and not `OTHER_STREAM`. */
export const READER_ID = '5f00000000000000000000aa'

const MINUTE_MS = 60_000

export interface Evaluation extends AsyncDisposable {
  define(config: ProcessorConfig, ownerId?: string): Promise<void>
  insert(...messages: readonly TestMessage[]): Promise<void>
  /** Moves the clock on, minute by minute, and each time runs what is due. */
  runUntil(at: string): Promise<void>
  /** `<time> <message>` of each event, oldest first. */
  events(): Promise<readonly string[]>
  /** How often the definitions were evaluated. */
  runs(): number
  /** Why the last runs failed. */
  problems(): Promise<readonly string[]>
}

export async function startEvaluation(engine: Engine, startAt: string): Promise<Evaluation> {
  await engine.client.command({ query: sql`TRUNCATE TABLE messages` })
  const temporary = await temporarySettings()
  const { settings } = temporary
  const clock = wallClock(systemClock, Date.parse(startAt))
  const stores = openIdentityStores(settings)
  await stores.rootPassword.put({ id: 'root', password_hash: '' })
  await stores.users.insert(reader)
  const node = createEvaluatingNode({ nodeId: 'one', settings, engine, clock, streams: [STREAM, OTHER_STREAM] })
  await node.open()
  const problems = async () =>
    (await settings.collection(triggerCollection).list()).flatMap(({ problem }) => problem ?? [])
  let defined = 0

  async function settle(): Promise<void> {
    node.jobs.wake()
    const nowMs = clock.now().getTime()
    const open = async () => ((await problems()).length > 0 ? [] : pending(settings, nowMs, 0))
    await expect.poll(open, { interval: 5 }).toEqual([])
  }

  return {
    async define(config, ownerId = ROOT_USER_ID) {
      defined += 1
      const definition = evaluatedDefinition(config, { number: defined, title: 'Watched', ownerId })
      const inserting = settings.collection(definitionCollection).inserting(definition)
      await settings.commit([inserting, ...node.triggers.inserting(definition, true)])
      await settle()
    },
    async insert(...messages) {
      const rows = messages.map((message) => ({ streams: [STREAM], ...message }))
      await insertMessages(engine, rows)
      const values = rows.map(({ message = 'a message', at }) => ({
        hash: templateHash(message),
        text: message,
        first_seen: Date.parse(at),
      }))
      await engine.client.insert({ table: sql`message_templates`, values })
    },
    async runUntil(at) {
      const endMs = Date.parse(at)
      while (clock.now().getTime() < endMs) {
        clock.set(Math.min(endMs, clock.now().getTime() + MINUTE_MS))
        await settle()
      }
    },
    events: async () => (await storedEvents(engine)).map((line) => line.replace(/ key=.*$/, '')),
    runs: node.evaluations,
    problems,
    async [Symbol.asyncDispose]() {
      await node[Symbol.asyncDispose]()
      await temporary[Symbol.asyncDispose]()
    },
  }
}

const reader: User = {
  id: READER_ID,
  username: 'reader',
  full_name: '',
  email: '',
  password_hash: '',
  permissions: [`streams:read:${STREAM}`],
  role_ids: [],
  timezone: null,
  session_timeout_ms: 60_000,
  preferences: {},
  startpage: null,
  account_status: 'enabled',
  service_account: false,
  external: false,
  auth_service_id: null,
  auth_service_uid: null,
}
