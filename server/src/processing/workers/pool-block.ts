import type { BlockResult } from '../blocks/block-result.ts'

export interface PoolBlock {
  readonly firstOffset: number
  readonly count: number
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Reads the bytes again: they are transferred to the thread and lost if it dies. */
  reread(): Promise<Uint8Array<ArrayBuffer>>
}

export type PoolResult = BlockResult | { readonly crash: string }
