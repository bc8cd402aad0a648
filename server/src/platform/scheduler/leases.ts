/**
 * Leases: which node does the work that a document of the settings store describes. They are compared with the wall
 * clock, so the clocks of two nodes may differ by at most half of `leaseMs`. Each change replaces the version that was
 * read: of two nodes that acquire a lease at the same moment, the second one finds the lease of the first.
 */
import { Type } from 'typebox'
import type { Clock } from '../clock.ts'
import { commitRetrying } from '../settings/commit-retrying.ts'
import type { Collection, Document, SettingsStore, Versioned, Write } from '../settings/settings-store.ts'

/** Time after which another node does the work of a node that died. */
export const LEASE_MS = 30_000

/** The properties of a document that has a lease. */
export const leaseProperties = {
  holder: Type.String({ description: 'The node that does the work; empty between two runs' }),
  expires_at: Type.String({ description: 'When another node may acquire the lease although the holder has it' }),
}

export interface Leased extends Document {
  readonly holder: string
  readonly expires_at: string
}

export interface Leases<T extends Leased> {
  /** The lease of this node, from now on. */
  own(): Pick<Leased, 'holder' | 'expires_at'>
  /** Time until this node may acquire the lease. */
  untilFreeMs(document: T): number
  /** Changes the document and makes this node its holder in one commit. Returns it, unless `change` refuses. */
  acquire(id: string, change: (document: T) => T | undefined): Promise<T | undefined>
  /** Returns whether this node is still the holder. */
  renew(id: string): Promise<boolean>
  /** Commits what follows from the document, if this node is the holder; returns whether it is. */
  whileHeld(
    id: string,
    writes: (stored: Versioned<T>) => readonly Write[] | Promise<readonly Write[]>,
  ): Promise<boolean>
}

export function createLeases<T extends Leased>(deps: {
  readonly settings: SettingsStore
  readonly documents: Pick<Collection<T>, 'findVersioned' | 'replacing'>
  readonly clock: Clock
  readonly nodeId: string
  readonly leaseMs: number
}): Leases<T> {
  const { settings, documents, clock, nodeId, leaseMs } = deps
  const nowMs = () => clock.now().getTime()
  const own = () => ({ holder: nodeId, expires_at: new Date(nowMs() + leaseMs).toISOString() })

  const whileHeld: Leases<T>['whileHeld'] = (id, writes) =>
    commitRetrying(settings, async () => {
      const found = await documents.findVersioned(id)
      if (found?.document.holder !== nodeId) return { writes: [], answer: false }
      return { writes: await writes(found), answer: true }
    })

  return {
    own,
    /** The node's own lease remains from a run whose process ended, a far one from a wall clock that was set back. */
    untilFreeMs({ holder, expires_at }) {
      const ms = Date.parse(expires_at) - nowMs()
      return holder === '' || holder === nodeId || ms > 2 * leaseMs ? 0 : Math.max(0, ms)
    },
    acquire: (id, change) =>
      commitRetrying(settings, async () => {
        const found = await documents.findVersioned(id)
        const changed = found && change(found.document)
        if (found === undefined || changed === undefined) return { writes: [], answer: undefined }
        const answer = { ...changed, ...own() }
        return { writes: [documents.replacing(answer, found.version)], answer }
      }),
    renew: (id) => whileHeld(id, ({ document, version }) => [documents.replacing({ ...document, ...own() }, version)]),
    whileHeld,
  }
}
