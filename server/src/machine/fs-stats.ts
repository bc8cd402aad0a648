import { statfs } from 'node:fs/promises'
import type { FsStats } from '@logyard/contract/machine/system-stats'
import { percent, readProcFile, UNKNOWN } from './proc-files.ts'

interface Mount {
  readonly device: string
  readonly folder: string
  readonly type: string
}

/** The file system under the data folder. */
export async function readFsStats(dataFolder: string): Promise<FsStats> {
  const { bsize, blocks, bfree, bavail, files, ffree } = await statfs(dataFolder)
  const mount = mountOf(dataFolder, (await readProcFile('/proc/mounts')) ?? '')
  const [total, free, available] = [blocks * bsize, bfree * bsize, bavail * bsize]
  const stats = {
    path: dataFolder,
    mount: mount?.folder ?? null,
    dev: mount?.device ?? null,
    type_name: null,
    sys_type_name: mount?.type ?? null,
    total,
    free,
    available,
    used: total - free,
    used_percent: percent(total - free, total),
    inodes_total: files,
    inodes_free: ffree,
    inodes_used: files - ffree,
    inodes_used_percent: percent(files - ffree, files),
    disk_reads: UNKNOWN,
    disk_writes: UNKNOWN,
    disk_read_bytes: UNKNOWN,
    disk_write_bytes: UNKNOWN,
    disk_queue: UNKNOWN,
    disk_service_time: UNKNOWN,
  }
  return { filesystems: { [dataFolder]: stats } }
}

/** The mount with the longest path that contains the folder. */
function mountOf(folder: string, mounts: string): Mount | undefined {
  const candidates = mounts.split('\n').flatMap((line) => {
    const [device, path, type] = line.split(' ')
    if (device === undefined || path === undefined || type === undefined) return []
    const isAround = folder === path || folder.startsWith(path.endsWith('/') ? path : `${path}/`)
    return isAround ? [{ device, folder: path, type }] : []
  })
  return candidates.sort((a, b) => b.folder.length - a.folder.length)[0]
}
