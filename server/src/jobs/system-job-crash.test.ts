/** System jobs of a whole server that is killed while they run. */
import { setTimeout } from 'node:timers/promises'
import type { SystemJob } from '@logyard/contract/jobs/system-jobs'
import { RETENTION_CLASSES, ROTATION_CLASSES } from '@logyard/contract/store/index-strategies'
import { expect, test } from 'vitest'
import { rounds } from '../testing/rounds.ts'
import { ADMIN_PASSWORD, type ServerProcess, startServer } from '../testing/server-process.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

/** Enough for jobs that can be killed in their middle. */
const INDICES = 50
const ROUNDS = rounds(1, 20)
const MS_PER_ROUND = 240_000
const SETTLING = 'SetIndexReadOnlyAndCalculateRangeJob'
const WITHIN = { timeout: 60_000, interval: 20 }

const headers = {
  authorization: `Basic ${Buffer.from(`admin:${ADMIN_PASSWORD}`).toString('base64')}`,
  'content-type': 'application/json',
  'x-requested-by': 'test',
}

async function call<Answer>({ url }: ServerProcess, method: string, path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${url}api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text === '' ? 'null' : text)
}

async function createSet(server: ServerProcess): Promise<string> {
  const { id } = await call<{ id: string }>(server, 'POST', '/system/indices/index_sets', {
    title: 'Web',
    description: null,
    index_prefix: 'web',
    writable: true,
    shards: 1,
    replicas: 0,
    creation_date: '2026-02-01T12:00:00.000Z',
    index_analyzer: 'standard',
    index_optimization_max_num_segments: 1,
    index_optimization_disabled: true,
    field_type_refresh_interval: 5000,
    rotation_strategy_class: ROTATION_CLASSES.count,
    rotation_strategy: { type: `${ROTATION_CLASSES.count}Config`, max_docs_per_index: 1000 },
    retention_strategy_class: RETENTION_CLASSES.none,
    retention_strategy: { type: `${RETENTION_CLASSES.none}Config`, max_number_of_indices: 1000 },
  })
  return id
}

async function createIndices(server: ServerProcess): Promise<string> {
  const id = await createSet(server)
  for (let count = 1; count < INDICES; count++) await call(server, 'POST', `/system/deflector/${id}/cycle`)
  return id
}

const jobsOf = async (server: ServerProcess, kind: string): Promise<readonly SystemJob[]> => {
  const nodes = await call<Record<string, { jobs: SystemJob[] }>>(server, 'GET', '/cluster/jobs')
  return Object.values(nodes).flatMap(({ jobs }) => jobs.filter(({ name }) => name.endsWith(kind)))
}

/** Waits until the job is in its middle, and answers it as it was just before. */
async function inMiddle(server: ServerProcess, kind: string): Promise<SystemJob> {
  for (;;) {
    const [job] = await jobsOf(server, kind)
    if (job === undefined) throw new Error('the job ended too early for the test')
    if (job.percent_complete > 0) return job
    await setTimeout(5)
  }
}

async function namesOf(server: ServerProcess, set: string): Promise<readonly string[]> {
  const overview = await call<{ indices: object }>(server, 'GET', `/system/indexer/overview/${set}`)
  return Object.keys(overview.indices)
}

async function rangesOf(server: ServerProcess) {
  type Answer = { readonly ranges: readonly { readonly index_name: string; readonly calculated_at: string }[] }
  const { ranges } = await call<Answer>(server, 'GET', '/system/indices/ranges')
  return ranges.filter(({ index_name }) => index_name.startsWith('web_'))
}

async function messagesAbout(server: ServerProcess, id: string): Promise<readonly string[]> {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const path = `/system/messages?page=${page}`
    const { messages } = await call<{ messages: { content: string }[] }>(server, 'GET', path)
    if (messages.length === 0) return found
    found.push(...messages.map(({ content }) => content).filter((content) => content.includes(id)))
  }
}

const ended = (server: ServerProcess, kind: string) => expect.poll(() => jobsOf(server, kind), WITHIN).toEqual([])

test(
  'deletions and rebuilds go on after the server was killed, and a cancelled deletion does not',
  async () => {
    // Declared first: the folder is removed once the server that uses it has ended.
    await using folder = await temporaryFolder()
    const options = { dataFolder: folder.path }
    for (let round = 0; round < ROUNDS; round++) {
      await using killed = new AsyncDisposableStack()
      const restarted = async (server: ServerProcess) => {
        await server.end('SIGKILL')
        return killed.use(await startServer(options))
      }
      let server = killed.use(await startServer(options))
      let set = await createIndices(server)

      expect(await jobsOf(server, SETTLING)).not.toEqual([])
      const askedAt = new Date().toISOString()
      await call(server, 'POST', `/system/indices/ranges/index_set/${set}/rebuild`)
      const rebuilding = await inMiddle(server, 'RebuildIndexRangesJob')
      server = await restarted(server)
      const [goingOn] = await jobsOf(server, 'RebuildIndexRangesJob')
      expect(goingOn).toMatchObject({ id: rebuilding.id, started_at: rebuilding.started_at })
      await ended(server, 'RebuildIndexRangesJob')
      // They waited for writers, and the killed server has none.
      await ended(server, SETTLING)
      const ours = await rangesOf(server)
      expect(ours).toHaveLength(INDICES)
      expect(ours.filter(({ calculated_at }) => calculated_at < askedAt)).toEqual([])
      expect(await messagesAbout(server, rebuilding.id)).toHaveLength(1)

      await call(server, 'DELETE', `/system/indices/index_sets/${set}?delete_indices=true`)
      const deleting = await inMiddle(server, 'IndexSetCleanupJob')
      server = await restarted(server)
      const [stillDeleting] = await jobsOf(server, 'IndexSetCleanupJob')
      expect(stillDeleting).toMatchObject({ id: deleting.id, provides_progress: true })
      await ended(server, 'IndexSetCleanupJob')
      expect(await messagesAbout(server, deleting.id)).toHaveLength(1)
      set = await createIndices(server)
      expect(await namesOf(server, set)).toContain('web_0')

      await call(server, 'DELETE', `/system/indices/index_sets/${set}?delete_indices=true`)
      const cancelled = await inMiddle(server, 'IndexSetCleanupJob')
      await call(server, 'DELETE', `/cluster/jobs/${cancelled.id}`)
      server = await restarted(server)
      await ended(server, 'IndexSetCleanupJob')
      expect(await messagesAbout(server, cancelled.id)).toEqual([])
      set = await createSet(server)
      const left = await namesOf(server, set)
      expect(left).toContain(`web_${INDICES}`)
      expect(left).toContain(`web_${INDICES - 1}`)
      await call(server, 'DELETE', `/system/indices/index_sets/${set}?delete_indices=true`)
      await ended(server, 'IndexSetCleanupJob')
      await server.end('SIGTERM')
    }
  },
  ROUNDS * MS_PER_ROUND,
)
