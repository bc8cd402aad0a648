/**
 * Rewrites the messages of an earlier version in the background, as a system job that begins by itself: index by index, the
 * newest first. Until an index is through, its messages are searched in the table of the earlier version. That table is
 * dropped once it has none.
 */
import { sql } from '@logyard/languages/sql/sql'
import { Type } from 'typebox'
import type { JobKind, TellProgress } from '../../jobs/job-kind.ts'
import type { SystemJobs } from '../../jobs/system-jobs.ts'
import type { SystemMessages } from '../../notices/system-messages.ts'
import type { Clock } from '../../platform/clock.ts'
import { createListeners } from '../../platform/listeners.ts'
import type { Log } from '../../platform/log.ts'
import type { Mutex } from '../../platform/mutex.ts'
import type { Scheduler } from '../../platform/scheduler/scheduler.ts'
import { findHidden, hideRows, showAll, showPresentOnly } from '../engine/all-messages.ts'
import type { Engine } from '../engine/engine.ts'
import { clickHouseErrorOf } from '../engine/engine-failure.ts'
import { hasOldMessages, isOldEmpty } from '../engine/old-messages.ts'
import { readFieldColumns } from '../messages/field-column-table.ts'
import { isOpen, type KnownIndices, type OldIndex, oldIndices } from './old-indices.ts'
import { finishReplacement, hasBackupRunning, oldRows, untilEarlierEnd } from './replace-index.ts'
import { countOf, createRewritingEngine, type RewritingEngine } from './rewriting-engine.ts'
import { canMoveStaged, type Staged, stageIndex } from './stage-index.ts'

export const REWRITE: JobKind = {
  name: 'org.logyard.RewriteMessagesJob',
  parameters: Type.Object({}),
  description: () => 'Rewrites the messages of an earlier version, so that searches are faster.',
  info: () => 'Rewriting the messages of an earlier version.',
  isCancelable: true,
  providesProgress: true,
  maxRunning: 1,
}

const LOOK_EVERY_MS = 60_000
const WAIT_MS = 5000
/** An index needs about its size again, and the machine needs space for new messages meanwhile. */
const SPACE = { perByte: 1.5, spareBytes: 512 * 2 ** 20 } as const

export interface RewritingDeps {
  readonly jobs: Pick<SystemJobs, 'register'>
  readonly scheduler: Pick<Scheduler, 'add'>
  readonly engine: Pick<Engine, 'client' | 'patientClient' | 'ready' | 'state' | 'pid' | 'schemaTurn'>
  readonly indices: KnownIndices
  /** The turn of changes of indices. */
  readonly inTurn: Mutex
  readonly messages: Pick<SystemMessages, 'write'>
  readonly clock: Clock
  readonly log: Log
  /** Space that must stay free on the disk. */
  readonly spareBytes?: () => number
}

export type Rewriting = ReturnType<typeof createRewriting>

export function createRewriting(deps: RewritingDeps) {
  const { jobs, scheduler, log } = deps
  const state: State = {
    ...deps,
    client: deps.engine.client,
    statements: createRewritingEngine(deps.engine),
    differed: new Set(),
    kept: new Set(),
  }
  const stopping = new AbortController()
  const ended = createListeners()
  let isCancelled = false
  const starter = jobs.register(REWRITE, {
    async run(_parameters, signal, progress) {
      await deps.engine.ready(signal)
      if (await rewriteAll(state, signal, progress)) ended.notify()
    },
    async afterCancel() {
      isCancelled = true
      const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(CANCELLING_MS)])
      if (!(await hasOldMessages(state.client, signal))) return
      await finishReplacement(replacing(state), signal)
      await dropStagedTable(state, signal)
    },
  })

  async function startIfDue(signal: AbortSignal): Promise<void> {
    if (!isCancelled && deps.engine.state() === 'up' && (await isDue(state, signal))) await starter.start({})
  }

  const starting = deps.engine
    .ready(stopping.signal)
    .then(() => startIfDue(stopping.signal))
    .catch((error: unknown) => {
      if (!stopping.signal.aborted)
        log.warn({ err: error }, 'it could not be seen whether messages have to be rewritten')
    })
  const looking = scheduler.add({
    name: 'message-rewriting',
    everyMs: LOOK_EVERY_MS,
    scope: 'cluster',
    run: startIfDue,
  })
  return {
    /** Calls the listener once the table of the earlier version is gone. */
    onEnd: ended.add,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await starting
      await looking[Symbol.asyncDispose]()
    },
  }
}

const CANCELLING_MS = 300_000

interface State extends RewritingDeps {
  readonly client: Engine['client']
  readonly statements: RewritingEngine
  /** Indices of which a copy differed once. */
  readonly differed: Set<string>
  /** Indices that stay in the old table until the next start. */
  readonly kept: Set<string>
}

const replacing = ({ statements, client, clock, log }: State) => ({ engine: statements, client, clock, log })

async function isDue(state: State, signal: AbortSignal): Promise<boolean> {
  const { client } = state
  if (!(await hasOldMessages(client, signal))) return false
  if ((await findHidden(client, signal)) !== undefined || (await isOldEmpty(client, signal))) return true
  return (await dueIndices(state, signal)).length > 0
}

const dueIndices = async ({ statements, indices, kept }: State, signal: AbortSignal) =>
  (await oldIndices(statements, indices, signal)).filter(({ name }) => !kept.has(name))

/** Answers whether the old table is gone. What an earlier run did is done. */
async function rewriteAll(state: State, signal: AbortSignal, tell: TellProgress): Promise<boolean> {
  const { client, clock, log } = state
  if (!(await hasOldMessages(client, signal))) return true
  await finishReplacement(replacing(state), signal)
  const all = await dueIndices(state, signal)
  const progress = progressOf(all, tell)
  if (all.length > 0) {
    log.info(
      { messages: progress.total, indices: all.length },
      'the messages of an earlier version are being rewritten',
    )
  }
  for (;;) {
    const [next] = await dueIndices(state, signal)
    if (next === undefined) break
    const obstacle = await obstacleTo(state, next, signal)
    if (obstacle === undefined) await rewriteIndex(state, next, signal, progress)
    else {
      progress.waits(obstacle)
      await clock.sleep(WAIT_MS, signal)
    }
  }
  await dropStagedTable(state, signal)
  return await dropOldTable(state, signal)
}

function progressOf(all: readonly OldIndex[], tell: TellProgress) {
  const total = all.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  const counted = () =>
    `${Math.round(Math.min(done, total)).toLocaleString('en-US')} of ${total.toLocaleString('en-US')} messages`
  const share = () => (total === 0 ? 0 : Math.min(done / total, 1))
  return {
    total,
    did(index: string, rows: number) {
      done += rows
      tell(share(), `Rewriting messages of an earlier version: index ${index}, ${counted()}.`)
    },
    waits(obstacle: string) {
      tell(share(), `Rewriting messages of an earlier version: ${counted()}. Waits: ${obstacle}.`)
    },
  }
}

/** In words, or `undefined`. */
async function obstacleTo(state: State, index: OldIndex, signal: AbortSignal): Promise<string | undefined> {
  const { statements, spareBytes = () => SPACE.spareBytes } = state
  const free = await countOf(
    statements,
    sql`SELECT min(free_space) FROM system.disks WHERE lower(type) = 'local'`,
    signal,
  )
  const needed = index.bytes * SPACE.perByte + spareBytes()
  if (free < needed) {
    return `index ${index.name} needs ${megabytes(needed)} of space on the disk, and ${megabytes(free)} are free`
  }
  return (await isBackedUp(state, signal)) ? BACKUP : undefined
}

const BACKUP = 'a backup is running'

/** The copy of a backup would have the index twice, or not at all. Only the embedded engine is backed up by Logyard. */
const isBackedUp = async ({ engine, statements }: State, signal: AbortSignal): Promise<boolean> =>
  engine.pid() !== undefined && (await hasBackupRunning(statements, signal))

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20).toLocaleString('en-US')} MB`

async function rewriteIndex(
  state: State,
  index: OldIndex,
  signal: AbortSignal,
  progress: ReturnType<typeof progressOf>,
): Promise<void> {
  const { clock, log, messages, differed, kept } = state
  const { name, rows, bytes } = index
  const startMs = clock.monotonicMs()
  const staged = await stage(state, name, signal, progress)
  const difference = typeof staged === 'string' ? staged : await replace(state, name, staged, signal)
  if (difference === 'changed') return
  if (difference !== undefined) {
    // It may have been closed for a moment, and is tried once more.
    if (!differed.has(name)) {
      differed.add(name)
      return
    }
    kept.add(name)
    log.error({ index: name, difference }, 'an index stays in the table of the earlier version')
    await messages.write('Rewriting', `Index ${name} was not rewritten, and is searched as before: ${difference}.`)
    return
  }
  const seconds = Math.round((clock.monotonicMs() - startMs) / 1000)
  log.info({ index: name, messages: rows, seconds, bytesBefore: bytes }, 'an index was rewritten')
}

/** Copies the index, and waits until no backup runs. Answers why the copy cannot be used, if so. */
async function stage(
  state: State,
  name: string,
  signal: AbortSignal,
  progress: ReturnType<typeof progressOf>,
): Promise<Staged | string> {
  const { client, statements, clock, log } = state
  const onRows = (rows: number) => progress.did(name, rows)
  const columns = await readFieldColumns(client, signal)
  const compared = columns.filter(({ numberInValues }) => numberInValues === undefined)
  try {
    const staged = await stageIndex(name, { engine: statements, compared, clock, signal, onRows })
    if (staged.difference !== undefined) return staged.difference
    while (await isBackedUp(state, signal)) {
      progress.waits(BACKUP)
      await clock.sleep(WAIT_MS, signal)
    }
    return staged
  } catch (error) {
    const reported = clickHouseErrorOf(error)
    if (reported === undefined) throw error
    log.warn({ err: error, index: name }, 'an index could not be copied')
    return `the message store reports error ${reported.code} (${reported.type ?? 'unknown'})`
  }
}

/** `changed` if the index was closed, deleted or completed, or a column added, meanwhile; then it is looked at again. */
async function replace(state: State, index: string, staged: Staged, signal: AbortSignal): Promise<string | undefined> {
  const { statements, client, engine, indices, inTurn } = state
  const isBegun = await inTurn(() =>
    engine.schemaTurn(async () => {
      if ((await oldRows(statements, index, signal)) !== staged.rows || !isOpen(await indices.find(index))) return false
      // A field may have got a column just when the staged table was made, or not yet in all tables.
      if (!(await canMoveStaged(statements, signal))) return false
      await hideRows(client, { index, from: 'rewritten', number: staged.number }, signal)
      return true
    }),
  )
  return isBegun ? await finishReplacement(replacing(state), signal, staged.old) : 'changed'
}

const dropStagedTable = ({ statements }: State, signal: AbortSignal) =>
  statements.run(sql`DROP TABLE IF EXISTS staged_messages`, signal)

async function dropOldTable(state: State, signal: AbortSignal): Promise<boolean> {
  const { client, statements, engine, inTurn, log, messages } = state
  await showAll(client, signal)
  const isEmpty = await inTurn(() =>
    engine.schemaTurn(async () => {
      if (!(await isOldEmpty(client, signal))) return false
      await showPresentOnly(client, signal)
      return true
    }),
  )
  if (!isEmpty) return false
  await untilEarlierEnd(replacing(state), signal)
  await statements.run(sql`DROP TABLE old_messages`, signal)
  log.info('all messages of the earlier version are rewritten, and its table is gone')
  await messages.write('Rewriting', 'All messages of the earlier version are rewritten.')
  return true
}
