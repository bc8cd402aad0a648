/** Makes the tables of the present epoch on all servers that are used. */
import type { Log } from '../../platform/log.ts'
import { PUBLISHING } from './cluster-tables.ts'
import type { Replica } from './replica.ts'

export interface PublisherDeps {
  readonly replicas: readonly Replica[]
  readonly cluster: string
  epoch(): number
  /** Whether the replica responds and has all messages. */
  isUsed(replica: Replica): boolean
  readonly log: Log
  readonly stopping: AbortSignal
  /** Called after each change. */
  choose(): void
}

export function createPublisher(deps: PublisherDeps) {
  const { replicas, cluster, epoch, isUsed, log, stopping, choose } = deps
  /** The epoch of the tables of each server since it is up. */
  const published = new Map<Replica, number>()
  const isPublished = (replica: Replica) => isUsed(replica) && published.get(replica) === epoch()

  /** Step by step, so that searches find what they read. */
  async function publish(): Promise<void> {
    const present = epoch()
    // One that comes up meanwhile lacks the first steps: it gets all of them the next time.
    const servers = replicas.filter(isUsed)
    const missed = new Set<Replica>()
    for (const step of PUBLISHING) {
      for (const replica of servers.filter((one) => isUsed(one) && !missed.has(one))) {
        try {
          await step(replica.client, { cluster, database: replica.database, epoch: present }, stopping)
        } catch (error) {
          missed.add(replica)
          if (isUsed(replica)) log.warn({ err: error, replica: replica.name }, 'the tables of a replica were not made')
        }
      }
    }
    for (const replica of servers) {
      if (missed.has(replica) || !isUsed(replica)) published.delete(replica)
      else published.set(replica, present)
    }
    choose()
  }

  return {
    publish,
    /** Whether searches may ask this server: until an epoch counts, its tables may be those of the one before. */
    hasTables: (replica: Replica) => isUsed(replica) && published.has(replica),
    areAllPublished: () => replicas.every((one) => !isUsed(one) || isPublished(one)),
    forget(replica: Replica) {
      published.delete(replica)
      choose()
    },
  }
}
