import type { JournalBlock } from './journal.ts'

export interface BlockFacts {
  readonly firstOffset: number
  readonly count: number
  readonly bytes: number
  readonly sealedAtMs: number
  /** Checksum of the block and of the other facts; older versions stored none. */
  readonly checksum: number | undefined
}

export interface SealedBlock extends JournalBlock {
  readonly sealedAtMs: number
}
