/** Installations, upgrades, uninstallations and text in a whole server that is killed at any moment of them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause, setImmediate } from 'node:timers/promises'
import { seededRandom } from '@logyard/codecs/testing/seeded-random'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTINGS_FILE } from '../platform/settings/sqlite-settings.ts'
import { rounds } from '../testing/rounds.ts'
import { areSettingsFiles } from '../testing/settings-of-folder.ts'
import { type EntityDraft, packOf, parameter, stream, streamRule, string } from './testing/pack-drafts.ts'
import { type Answer, type PackServer, startPackServer } from './testing/pack-server.ts'
import { randomGraph } from './testing/random-graph.ts'

const KILLS = rounds(2, 150)
/** A start, the call and a check, on a busy machine. */
const MS_PER_KILL = 60_000
const TEXT = '/logyard/configuration'
const SIZE = 3

/** What nothing else uses: the second revision leaves every other one out. */
const LEAVES = ['dashboard', 'search', 'input', 'event_definition', 'pipeline', 'sidecar_collector_configuration']

const base = randomGraph(seededRandom(1), { size: 1, prefix: 'base-' })
const HOST = { name: 'HOST', title: 'Host', description: 'A host', type: 'string', default_value: 'web-1' }
const ofHost = stream(string('of the host'), { stream_rules: [streamRule('source', parameter('HOST'))] })
const first = packOf([...randomGraph(seededRandom(2), { size: SIZE, prefix: 'first-' }), ofHost], {
  parameters: [HOST],
})
const second = {
  ...first,
  rev: 2,
  entities: [
    ...first.entities.filter(({ type }, n) => !(LEAVES.includes(type.name) && n % 2 === 0)).map(changed),
    ...randomGraph(seededRandom(3), { size: 2, prefix: 'second-' }),
  ],
}

function changed(entity: EntityDraft): EntityDraft {
  return 'description' in entity.data ? { ...entity, data: { ...entity.data, description: string('changed') } } : entity
}

interface State {
  readonly text: readonly object[]
  /** How many documents each collection of objects has, so that none is left that the text does not show. */
  readonly documents: Readonly<Record<string, number>>
}

interface Step {
  readonly name: string
  run(): Promise<Answer>
  /** How long it takes, and what the server has afterwards. */
  readonly lastsMs: number
  readonly after: State
}

let dataFolder: string
let server: PackServer
let installation: string
const start = async () => {
  server = await startPackServer({ dataFolder })
}
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'logyard-packs-'))
  await start()
  await server.addAndInstall(base)
  await server.add(first)
  await server.add(second)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(dataFolder, { recursive: true, force: true })
})

const database = () => new DatabaseSync(join(dataFolder, SETTINGS_FILE), { readOnly: true })

const COLLECTIONS =
  /^(content_pack.*|event_definitions|event_notifications|extractors|grok_patterns|inputs|lookup_(adapters|caches|tables)|outputs|pipelines|pipeline_rules|sidecar_.*|streams|views|view-states)$/

function documents(): State['documents'] {
  using db = database()
  const rows = db.prepare('SELECT collection, count(*) AS count FROM document GROUP BY collection').all()
  const counted = rows.map((row) => [String(row['collection']), Number(row['count'])] as const)
  return Object.fromEntries(counted.filter(([name]) => COLLECTIONS.test(name)))
}

const text = async () => (await server.call('GET', TEXT)).body.entities
const stateNow = async (): Promise<State> => ({ text: await text(), documents: documents() })

/** The path of the installation of the pack, if there is one. */
async function findInstallation() {
  const { body } = await server.call('GET', `/system/content_packs/${first.id}/installations`)
  expect(body.total).toBeLessThanOrEqual(1)
  const [found] = body.installations
  return found as
    | { readonly _id: string; readonly content_pack_revision: number; readonly parameters: object }
    | undefined
}

const upgradePath = () => `/logyard/content_packs/${first.id}/installations/${installation}/upgrade`

/** Each step leaves what the next one needs, and the last one leaves what the first one needs. */
function steps(empty: State): readonly { readonly name: string; run(): Promise<Answer>; readonly text?: object }[] {
  let whole: readonly object[] = []
  return [
    { name: 'install', run: () => server.install(first, { parameters: { HOST: string('web-7') } }) },
    {
      name: 'upgrade',
      run: async () => {
        installation = (await findInstallation())?._id ?? ''
        return server.call('POST', upgradePath(), { revision: 2 })
      },
    },
    {
      name: 'uninstall',
      async run() {
        if (whole.length === 0) whole = await text()
        installation = (await findInstallation())?._id ?? ''
        return server.call('DELETE', `/system/content_packs/${first.id}/installations/${installation}`)
      },
    },
    { name: 'apply', run: () => server.call('POST', `${TEXT}/apply`, { entities: whole }) },
    { name: 'prune', run: () => server.call('POST', `${TEXT}/apply`, { entities: empty.text, prune: true }) },
  ]
}

async function uninterrupted(empty: State): Promise<readonly Step[]> {
  const done: Step[] = []
  for (const { name, run } of steps(empty)) {
    const startedAt = performance.now()
    const answer = await run()
    expect(answer.status, `${name}: ${answer.text.slice(0, 2000)}`).toBe(200)
    const lastsMs = performance.now() - startedAt
    done.push({ name, run, lastsMs, after: await stateNow() })
  }
  return done
}

/** Resolves once an installation or an intended deletion is stored or gone. */
async function untilCommitted(signal: AbortSignal): Promise<void> {
  using db = database()
  const count = db.prepare(
    "SELECT count(*) || ':' || coalesce(max(version), 0) AS seen FROM document WHERE collection IN ('content_pack_installations', 'content_pack_deletions')",
  )
  const before = count.get()?.['seen']
  while (!signal.aborted && count.get()?.['seen'] === before) await setImmediate()
}

/** Answers whether the call was answered before the kill. */
async function killDuring({ name, run, lastsMs }: Step, kill: number): Promise<boolean> {
  const answered = new AbortController()
  const round = Math.floor(kill / 5)
  const isAtCommit = name !== 'apply' && round % 2 === (name === 'install' ? 1 : 0)
  const committed = isAtCommit ? untilCommitted(answered.signal) : undefined
  const running = run().then(
    ({ status }) => {
      answered.abort()
      return status === 200
    },
    () => false,
  )
  await (committed ?? pause(lastsMs * ((kill * 0.618) % 1.1)))
  await server.process.end('SIGKILL')
  const isAnswered = await running
  await start()
  return isAnswered
}

async function expectWorking(): Promise<void> {
  const found = await findInstallation()
  if (found !== undefined) {
    installation = found._id
    expect(found.parameters).toEqual({ HOST: string('web-7') })
    const { body } = await server.call('POST', `${upgradePath()}/plan`, { revision: found.content_pack_revision })
    const changes = body.entities.filter(
      (one: { action: string; changed_by_hand: boolean }) => one.action !== 'unchanged' || one.changed_by_hand,
    )
    expect(changes).toEqual([])
  }
  const { body: inputs } = await server.call('GET', '/system/inputs')
  const states = async () =>
    (await server.call('GET', '/system/inputstates')).body.states.map(({ state }: { state: string }) => state)
  const running = Array.from({ length: inputs.total }, () => 'RUNNING')
  await expect.poll(states).toEqual(running)
}

// Looks into the settings file.
test.runIf(areSettingsFiles)(
  `${KILLS} kills leave all of a change or nothing of it`,
  async () => {
    const empty = await stateNow()
    const all = await uninterrupted(empty)
    expect(all.at(-1)?.after).toEqual(empty)
    for (let kill = 0; kill < KILLS; kill += 1) {
      const step = all[kill % all.length]
      const before = all[(kill + all.length - 1) % all.length]?.after
      if (step === undefined || before === undefined) throw new Error('a step is missing')
      const isAnswered = await killDuring(step, kill)
      const isDone = JSON.stringify(await text()) !== JSON.stringify(before.text)
      const label = `${step.name}, kill ${kill}, ${isAnswered ? 'answered' : 'not answered'}`
      expect(isDone || !isAnswered, label).toBe(true)
      expect(await stateNow(), label).toEqual(isDone ? step.after : before)
      await expectWorking()
      if (isDone) continue
      expect((await step.run()).status, label).toBe(200)
      expect(await stateNow(), label).toEqual(step.after)
    }
  },
  KILLS * MS_PER_KILL + 120_000,
)
