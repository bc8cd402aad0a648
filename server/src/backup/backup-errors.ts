/** Failures of backup and restore of a whole installation. Each message is what the command prints. */
import { LogyardError } from '../platform/errors.ts'

export const targetRefused = (target: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('invalid', 'backup-target-refused', `${target} cannot hold backups: ${reason}`, options)

export const folderTaken = (target: string) =>
  new LogyardError(
    'conflict',
    'backup-folder-taken',
    `${target} has other contents and no backups: name an empty folder, or one of earlier backups`,
  )

export const backupUnderWay = (options: ErrorOptions) =>
  new LogyardError('conflict', 'backup-under-way', 'Another backup of this data folder is running', options)

export const otherUser = (folder: string, uid: number) =>
  new LogyardError(
    'denied',
    'backup-of-other-user',
    `${folder} belongs to the user with the id ${uid}: run the command as that user, so that no file becomes unreadable`,
  )

export const messagesElsewhere = (cluster: string) =>
  new LogyardError(
    'invalid',
    'messages-elsewhere',
    cluster === ''
      ? `The messages are on the ClickHouse server of LOGYARD_CLICKHOUSE_URL: back them up and restore them there. ${SETTINGS_ALONE}`
      : `The messages are on the servers of the ClickHouse cluster ${cluster}: back them up and restore them there, on a ` +
          `replica of each shard that has all messages. ${SETTINGS_ALONE}`,
  )

const SETTINGS_ALONE = 'The commands for the settings are backup FILE --settings-only and restore FILE'

export const engineNotReached = (options?: ErrorOptions) =>
  new LogyardError(
    'unavailable',
    'backup-engine-not-reached',
    'The message store could not be reached: its log lines say why. The command needs the user that runs Logyard',
    options,
  )

export const engineRefusedBackup = (work: string, reason: string, options: ErrorOptions) =>
  new LogyardError('unavailable', 'backup-engine-refused', `The message store could not ${work}: ${reason}`, options)

export const diskTooSmall = (folder: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('unavailable', 'backup-disk-full', `The disk of ${folder} is too small: ${reason}`, options)

const SQLITE_FULL = 13

/** The failure of a write to this disk, which says so if the disk is full. */
export function failureOnDisk(folder: string, error: unknown): unknown {
  const isFull =
    error instanceof Error &&
    (('code' in error && error.code === 'ENOSPC') || ('errcode' in error && error.errcode === SQLITE_FULL))
  return isFull ? diskTooSmall(folder, 'it is full', { cause: error }) : error
}

export const indicesChanged = () =>
  new LogyardError(
    'conflict',
    'backup-indices-changed',
    'Indices were closed, reopened or deleted during the backup, which is not complete for that reason: repeat it',
  )

export const replacementTooLong = () =>
  new LogyardError(
    'unavailable',
    'backup-index-being-replaced',
    'An index of an earlier version has been in the last step of its rewriting for 10 minutes: repeat the backup later. ' +
      'The job RewriteMessagesJob and the log say what it waits for',
  )

export const storeFailed = (place: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('unavailable', 'backup-store-failed', `${place} does not work: ${reason}`, options)

export const backupNotFound = (place: string, wanted: string | undefined, existing: readonly string[]) => {
  const others = existing.length === 0 ? '' : `. Complete are ${existing.join(', ')}`
  const what = wanted === undefined ? 'no complete backup' : `no complete backup ${wanted}`
  return new LogyardError('not-found', 'backup-not-found', `${place} has ${what}${others}`)
}

export const baseMissing = (name: string, base: string) =>
  new LogyardError(
    'conflict',
    'backup-base-missing',
    `The backup ${name} cannot be restored: it needs ${base}, which is missing or incomplete`,
  )

export const backupDamaged = (name: string, reason: string, options?: ErrorOptions) =>
  new LogyardError(
    'invalid',
    'backup-damaged',
    `The backup ${name} is damaged, and nothing was changed: ${reason}`,
    options,
  )

export const dataFolderNotEmpty = (folder: string, holding: readonly string[]) =>
  new LogyardError(
    'conflict',
    'data-folder-not-empty',
    `${folder} has data already (${holding.join(', ')}): name an empty data folder with LOGYARD_DATA`,
  )
