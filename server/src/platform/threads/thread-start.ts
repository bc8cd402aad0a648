/** What the program of a watched thread gets. */
export interface ThreadStart<Data> {
  readonly program: string
  readonly isLowered: boolean
  /** The beat, and the number that the system gave the thread, if it tells. */
  readonly signs: Int32Array
  readonly data: Data
}
