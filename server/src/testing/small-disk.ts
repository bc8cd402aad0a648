/**
 * Disks that are really full, without being root: a program runs in a name space of its own, where a file system of a
 * few megabytes lies over its folder. Linux only, and some systems forbid it: tests then say so and are skipped.
 */
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'

const MOUNT = 'mount -t tmpfs -o "size=$1" tmpfs "$2" && shift 2 && exec "$@"'

/** The beginning of a command whose program and arguments follow. The process keeps its id. */
export const onSmallDisk = (folder: string, size: string): readonly [string, ...string[]] => [
  'unshare',
  ...['--user', '--map-root-user', '--mount', 'sh', '-c', MOUNT, 'sh', size, folder],
]

/** Where a file of the small disk is to everybody else. */
export const seenFromOutside = (pid: number, path: string): string => `/proc/${pid}/root${path}`

/** Why there are no small disks here; `undefined` where there are. */
export async function whyNoSmallDisk(): Promise<string | undefined> {
  const [program, ...args] = onSmallDisk(tmpdir(), '1m')
  try {
    await promisify(execFile)(program, [...args, 'true'])
    return undefined
  } catch (error) {
    return `no file system of its own for a test without root here: ${String(error)}`
  }
}
