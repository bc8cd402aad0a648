/** `npm run store`: copies the messages to another store, compares both, and cuts over. */
import { untilInterrupted } from '../backup/until-interrupted.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createIds } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { CLOSED_MESSAGES, openClosed, requireNoneClosed } from './closed-messages.ts'
import { serverRefused } from './copy-errors.ts'
import { type Copying, type CopyTarget, copyPass, type DayDifference } from './copy-messages.ts'
import { EMBEDDED, openSource, openTarget } from './copy-places.ts'
import { createCopyProgress, number } from './copy-progress.ts'
import { openCopyRecord } from './copy-record.ts'
import { checkSource, prepareTarget } from './copy-schema.ts'
import { cutOver } from './cut-over.ts'
import { OPEN_MESSAGES } from './day-slices.ts'
import { createByteLimit } from './limited-bytes.ts'
import { createServerApi, type ServerApi } from './server-api.ts'
import { dropStagedTable } from './stage-slices.ts'
import { readStoreCopyOptions, type StoreCopyOptions } from './store-copy-options.ts'
import { verifyCopy } from './verify-copy.ts'

type Env = Readonly<Record<string, string | undefined>>
type Compared = Parameters<typeof verifyCopy>[0] & Pick<Copying, 'limited'>

/** Exit codes. */
const DONE = 0
const DIFFERENT = 1

const COMMAND_LOG_LEVEL = 'error'
const UMASK = 0o077

/** Resolves with the exit code. */
export async function store(args: readonly string[], env: Env): Promise<number> {
  const options = await readStoreCopyOptions(args, env)
  process.umask(UMASK)
  const clock = systemClock
  using running = untilInterrupted()
  const { signal } = running
  const deps = { config: readConfig(env), clock, log: createLog(COMMAND_LOG_LEVEL), signal }
  await using source = await openSource(deps)
  await using target = await openTarget(options, deps)
  const id = await checkSource(source.source, createIds(clock.now), signal)
  const { embedded } = source
  await using closed =
    embedded === undefined || options.isWithoutClosed
      ? undefined
      : await openClosed(embedded.place, embedded.folder, signal)
  if (closed === undefined && !options.isWithoutClosed) await requireNoneClosed(source.source, signal)
  const copying: Compared = {
    source: source.source,
    targets: target.servers,
    tables: closed === undefined ? [OPEN_MESSAGES] : [OPEN_MESSAGES, CLOSED_MESSAGES],
    refreshClosed: async () => closed?.refresh(),
    clock,
    progress: createCopyProgress(print, clock),
    limited: createByteLimit(options.bytesPerSecond, clock),
  }
  const isLive = !source.isServerStopped
  if (options.command === 'verify') return await verify(copying, { isLive, signal })
  const targets: CopyTarget[] = []
  for (const one of target.servers) {
    await prepareTarget(one.place, id, signal)
    const record = await openCopyRecord({ source: source.source, target: one.place }, id, signal)
    targets.push({ ...one, record, compared: new Set() })
  }
  const server = isLive ? serverOf(options) : undefined
  const how = { isLive, server, signal, title: target.title }
  return await copy({ ...copying, targets }, how, options)
}

function serverOf({ address, token, isCutOver }: StoreCopyOptions): ServerApi | undefined {
  if (!isCutOver) return undefined
  if (token !== '') return createServerApi({ address, token })
  throw serverRefused(address, 'is asked to pause processing: put a token of its API into the variable STORE_TOKEN')
}

async function copy(
  copying: Copying,
  how: {
    readonly isLive: boolean
    readonly server: ServerApi | undefined
    readonly signal: AbortSignal
    readonly title: string
  },
  options: StoreCopyOptions,
): Promise<number> {
  const { server, signal, isLive, title } = how
  const { isCutOver } = options
  print(`Messages of ${copying.source.title} are copied to ${title}.`)
  const { copied, left, differences } = isCutOver
    ? await cutOver(copying, { server, signal, print })
    : await copyPass(copying, { isLive, signal })
  for (const { place } of copying.targets) await dropStagedTable(place, signal)
  printDifferences(differences)
  if (differences.length > 0) return DIFFERENT
  print(`${number(copied)} messages were copied in the last pass, and are like those of the source.`)
  if (left > 0) print(`${number(left)} are too new or have changed: they come with the next run, or --cut-over.`)
  if (!isCutOver) return DONE
  if (left > 0) return DIFFERENT
  print(nextSteps({ from: copying.source.title, to: title }, options, server))
  return DONE
}

function nextSteps(
  { from, to }: { readonly from: string; readonly to: string },
  options: StoreCopyOptions,
  server: ServerApi | undefined,
): string {
  const where = newSettings(to, options)
  if (server === undefined) return `All messages are in ${to}.\n${where}, and start it.`
  return `All messages are in ${to}. Processing is paused until the server is restarted.
${where}, and restart it. What it received meanwhile is stored from its journal.
Do not delete or close indices before. To stay with ${from}, resume processing of the node in the console.`
}

function newSettings(to: string, { target, cluster }: StoreCopyOptions): string {
  if (target === EMBEDDED) return 'Remove all settings LOGYARD_CLICKHOUSE_… from the settings of the server'
  const users = 'LOGYARD_CLICKHOUSE_SEARCHER and LOGYARD_CLICKHOUSE_KEEPER'
  return cluster === ''
    ? `Set LOGYARD_CLICKHOUSE_URL to ${to} with user and password, and ${users}, without LOGYARD_CLICKHOUSE_CLUSTER`
    : `Set LOGYARD_CLICKHOUSE_URL to ${to} with user and password in each address, LOGYARD_CLICKHOUSE_CLUSTER to ${cluster}, and ${users}`
}

async function verify(
  copying: Compared,
  how: { readonly isLive: boolean; readonly signal: AbortSignal },
): Promise<number> {
  await copying.refreshClosed()
  const { compared, left, differences } = await verifyCopy(copying, how)
  printDifferences(differences)
  print(`${number(compared)} messages were compared${left > 0 ? `, ${number(left)} are too new for it` : ''}.`)
  if (differences.length > 0) return DIFFERENT
  print('Both stores have the same.')
  return DONE
}

function printDifferences(differences: readonly DayDifference[]): void {
  for (const { index, day, difference } of differences) print(`${index} of ${day}: ${difference}`)
}

const print = (line: string): void => console.log(line)
