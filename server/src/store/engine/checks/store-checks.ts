/**
 * Warns administrators of dangers to stored messages: disks that fill up, a limit of open files that is
 * nearly reached, another major version than at the start, clocks that differ. A warning is removed once its cause is gone; one that was dismissed
 * comes back with the next check.
 */
import type { NotificationType } from '@logyard/contract/notices/notifications'
import type { Notifications } from '../../../notices/notifications.ts'
import type { Log } from '../../../platform/log.ts'
import type { StoreHost } from './store-host.ts'
import { WATERMARK_TYPES, type Watermark, watermarkOf } from './watermarks.ts'

export const STORE_CHECKS_MS = 60_000
/** From this share of the limit on, files may run out within hours: merges open many at once. */
const MAX_OPEN_SHARE = 0.7
/** Messages are sorted by their time, and indices rotate by it: a few seconds do not matter. */
export const MAX_CLOCK_DIFFERENCE_MS = 10_000

export interface StoreChecksDeps {
  readonly host: StoreHost
  readonly isUp: () => boolean
  readonly notifications: Notifications
  readonly log: Log
}

export function createStoreChecks(deps: StoreChecksDeps) {
  const { isUp, notifications, log } = deps
  const checks = { disks: createDiskCheck(deps), server: createServerCheck(deps), 'open files': openFilesCheck(deps) }
  const unreadable = new Set<string>()
  return {
    async run() {
      for (const [name, check] of Object.entries(checks)) {
        try {
          await check()
          unreadable.delete(name)
        } catch (error) {
          // While the engine is down there is nothing to check, and another notification says so.
          if (isUp() && !unreadable.has(name)) log.warn({ err: error, check: name }, 'message store not checked')
          unreadable.add(name)
        }
      }
    },
  }

  /** Raises or removes; reads first, because a removal is a write. */
  async function tell(type: NotificationType, details: Readonly<Record<string, unknown>> | undefined): Promise<void> {
    if (details !== undefined) await notifications.raise(type, 'urgent', details)
    else if ((await notifications.list()).some((raised) => raised.type === type)) await notifications.remove(type)
  }

  function createDiskCheck({ host }: StoreChecksDeps) {
    let reached: ReadonlyMap<string, Watermark> = new Map()
    return async () => {
      const now = (await host.disks()).flatMap(({ name, usedShare }) => {
        const watermark = watermarkOf(usedShare, reached.get(name))
        return watermark === undefined ? [] : [[name, watermark] as const]
      })
      reached = new Map(now)
      for (const type of WATERMARK_TYPES) {
        const nodes = now.flatMap(([name, watermark]) => (watermark === type ? [name] : []))
        await tell(type, nodes.length === 0 ? undefined : { nodes: nodes.join(', ') })
      }
    }
  }

  function createServerCheck({ host }: StoreChecksDeps) {
    let initial: string | undefined
    return async () => {
      if (!isUp()) return
      const { hostname, version, clockAheadMs } = await host.server()
      initial ??= version
      const isOther = majorOf(version) !== majorOf(initial)
      await tell('es_version_mismatch', isOther ? { initial_version: initial, current_version: version } : undefined)
      const difference_seconds = Math.round(Math.abs(clockAheadMs) / 1000)
      const isApart = Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS
      await tell('check_server_clocks', isApart ? { hostname, difference_seconds } : undefined)
    }
  }

  function openFilesCheck({ host }: StoreChecksDeps) {
    return async () => {
      const files = await host.openFiles()
      const isLow = files !== undefined && files.open > files.limit * MAX_OPEN_SHARE
      await tell('es_open_files', isLow ? { hostname: files.hostname, max_file_descriptors: files.limit } : undefined)
    }
  }
}

const majorOf = (version: string) => version.split('.', 1)[0]
