/** The target of the command line: a folder. */
import { resolve, sep } from 'node:path'
import { targetRefused } from './backup-errors.ts'
import type { BackupPlace } from './backup-place.ts'
import { createFolderPlace, isFile } from './folder-place.ts'

export async function openPlace(target: string, dataFolder: string): Promise<BackupPlace> {
  const data = resolve(dataFolder)
  if (`${resolve(target)}${sep}`.startsWith(`${data}${sep}`)) throw targetRefused(target, 'it is in the data folder')
  if (await isFile(target))
    throw targetRefused(target, 'it is a file: name a folder, or add --settings-only to back up only settings')
  return createFolderPlace(target)
}
