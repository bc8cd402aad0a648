import { parseArgs } from 'node:util'
import { systemClock } from '../platform/clock.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { coldPlaceOf } from '../store/engine/cold-place.ts'
import { backUp, megabytes } from './back-up.ts'
import { messagesElsewhere } from './backup-errors.ts'
import { backupSettings } from './backup-settings.ts'
import { openPlace } from './backup-target.ts'
import { isFile } from './folder-place.ts'
import type { Manifest } from './manifest.ts'
import { restore as restoreEverything } from './restore.ts'
import { restoreSettings } from './restore-settings.ts'
import { untilInterrupted } from './until-interrupted.ts'

/** What goes well is said in sentences. */
const COMMAND_LOG_LEVEL = 'warn'
const UMASK = 0o077

type Env = Readonly<Record<string, string | undefined>>

const BACKUP_USAGE = `Usage: backup TARGET [--full]
       backup FILE --settings-only
TARGET is a folder, s3://BUCKET/PREFIX or https://HOST/BUCKET/PREFIX`

const RESTORE_USAGE = `Usage: restore TARGET [--backup NAME]
       restore FILE [--force]
TARGET is what the command backup wrote to, FILE what it wrote with --settings-only`

/** `npm run backup` */
export async function backup(args: readonly string[], env: Env): Promise<void> {
  const options = { full: { type: 'boolean' }, 'settings-only': { type: 'boolean' } } as const
  const { target, values } = readArguments(args, options, BACKUP_USAGE)
  const { full: isFull = false, 'settings-only': isSettingsOnly = false } = values
  if (isFull && isSettingsOnly) throw new Error(BACKUP_USAGE)
  process.umask(UMASK)
  const config = readConfig(env)
  const { LOGYARD_DATA: dataFolder, LOGYARD_SECRET: secret } = config
  const postgres = postgresOf(config)
  const log = createLog(COMMAND_LOG_LEVEL)
  const advice =
    secret === '' ? 'It holds the secret key: keep it safe.' : 'It needs the same LOGYARD_SECRET when restored.'
  if (isSettingsOnly) {
    await backupSettings({ dataFolder, postgres, file: target, secret, clock: systemClock, log })
    console.log(`Settings are backed up in ${target}. ${advice}`)
    return
  }
  if (config.LOGYARD_CLICKHOUSE_URL !== '') throw messagesElsewhere(config.LOGYARD_CLICKHOUSE_CLUSTER)
  using running = untilInterrupted()
  const { signal } = running
  const place = await openPlace(target, { dataFolder, env, clock: systemClock, signal })
  const facts = { dataFolder, postgres, place, isFull, secret, cold: coldPlaceOf(config) }
  const { manifest, removed, isWithoutClosed } = await backUp({ ...facts, clock: systemClock, log, signal })
  for (const name of removed) console.log(`The incomplete backup ${name} is removed.`)
  const { name, base, messages } = manifest
  const size = `${megabytes(messages.newBytes)} of ${megabytes(messages.totalBytes)} are new`
  const kind = base === null ? 'A full backup' : `A backup that builds on ${base}`
  console.log(`${kind} is complete: ${name} in ${place.title}, with all settings and ${summary(manifest)}; ${size}.`)
  if (isWithoutClosed)
    console.log('Closed indices in cold storage are not in it: reopen them, and back up again to have them.')
  console.log(advice)
}

/** `npm run restore` */
export async function restore(args: readonly string[], env: Env): Promise<void> {
  const options = { force: { type: 'boolean' }, backup: { type: 'string' } } as const
  const { target, values } = readArguments(args, options, RESTORE_USAGE)
  const { force = false, backup: name } = values
  process.umask(UMASK)
  const config = readConfig(env)
  const { LOGYARD_DATA: dataFolder, LOGYARD_SECRET: secret } = config
  const postgres = postgresOf(config)
  const log = createLog(COMMAND_LOG_LEVEL)
  if (await isFile(target)) {
    if (name !== undefined) throw new Error(RESTORE_USAGE)
    const { createdAt } = await restoreSettings({
      ...{ dataFolder, postgres, file: target, force, secret, clock: systemClock, log },
    })
    console.log(`Settings of ${createdAt} are restored into ${postgres === undefined ? dataFolder : 'PostgreSQL'}`)
    return
  }
  if (force) throw new Error(RESTORE_USAGE)
  if (config.LOGYARD_CLICKHOUSE_URL !== '') throw messagesElsewhere(config.LOGYARD_CLICKHOUSE_CLUSTER)
  using running = untilInterrupted()
  const { signal } = running
  const place = await openPlace(target, { dataFolder, env, clock: systemClock, signal })
  const manifest = await restoreEverything({
    ...{ dataFolder, postgres, place, backup: name, secret, clock: systemClock, log, signal },
  })
  console.log(
    `The backup ${manifest.name} of ${manifest.createdAt} is restored into ${dataFolder}: all settings and ${summary(manifest)}.`,
  )
  for (const index of manifest.messages.indices)
    console.log(`  ${index.name}${index.isClosed ? ' (closed)' : ''}: ${counted(index.messages, 'message')}`)
}

const postgresOf = (config: Config) =>
  config.LOGYARD_POSTGRES_URL === ''
    ? undefined
    : { url: config.LOGYARD_POSTGRES_URL, authorities: config.LOGYARD_POSTGRES_CA }

function readArguments<O extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: readonly string[],
  options: O,
  usage: string,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [target, ...rest] = positionals
    if (target !== undefined && rest.length === 0) return { target, values }
  } catch (error) {
    throw new Error(usage, { cause: error })
  }
  throw new Error(usage)
}

function summary({ messages }: Pick<Manifest, 'messages'>): string {
  const { indices } = messages
  const total = indices.reduce((sum, index) => sum + index.messages, 0)
  const closed = indices.filter(({ isClosed }) => isClosed).length
  const number = indices.length === 1 ? '1 index' : `${indices.length.toLocaleString('en')} indices`
  return `${counted(total, 'message')} in ${number}${closed === 0 ? '' : `, ${closed} of them closed`}`
}

const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
