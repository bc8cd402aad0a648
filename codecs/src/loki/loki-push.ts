/** A push request, independent of its encoding. */
export type LokiPairs = readonly (readonly [name: string, value: unknown])[]

export interface LokiEntry {
  /** Since 1970; 0 if the sender gave none. */
  readonly nanoseconds: bigint
  readonly line: string
  readonly metadata: LokiPairs
}

/** Called while a request is read, in the order of its lines. */
export interface LokiSink {
  /** Sets the labels of the entries that follow. */
  begin(labels: LokiPairs): void
  entry(entry: LokiEntry): void
  broken(reason: string, detail: string): void
}
