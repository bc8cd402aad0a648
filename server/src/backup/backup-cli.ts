import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { backupSettings } from './backup-settings.ts'
import { restoreSettings } from './restore-settings.ts'

type Env = Readonly<Record<string, string | undefined>>

/** `npm run backup -- FILE` */
export async function backup(args: readonly string[], env: Env): Promise<void> {
  const [file, ...rest] = args
  if (file === undefined || rest.length > 0) throw new Error('Usage: npm run backup -- FILE')
  const config = readConfig(env)
  const { LOGYARD_DATA: dataFolder, LOGYARD_SECRET: secret } = config
  await backupSettings({ dataFolder, file, secret, clock: systemClock, log: createLog(config.LOGYARD_LOG_LEVEL) })
  const advice =
    secret === '' ? 'It holds the secret key: keep it safe.' : 'It needs the same LOGYARD_SECRET when restored.'
  console.log(`Settings are backed up in ${file}. ${advice}`)
}

/** `npm run restore -- FILE [--force]` */
export async function restore(args: readonly string[], env: Env): Promise<void> {
  const force = args.includes('--force')
  const [file, ...rest] = args.filter((arg) => arg !== '--force')
  if (file === undefined || rest.length > 0) throw new Error('Usage: npm run restore -- FILE [--force]')
  const config = readConfig(env)
  const { LOGYARD_DATA: dataFolder, LOGYARD_SECRET: secret } = config
  const { createdAt } = await restoreSettings({ dataFolder, file, force, secret, clock: systemClock })
  console.log(`Settings of ${createdAt} are restored into ${dataFolder}`)
}
