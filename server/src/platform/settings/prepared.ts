import type { Write } from './settings-store.ts'

/** Something that is checked and ready to be stored, in one commit together with others. */
export interface Prepared<T> {
  readonly entity: T
  readonly writes: readonly Write[]
  /** Call it after the commit; later messages and requests then follow the change. */
  readonly takeEffect: () => Promise<unknown>
}
