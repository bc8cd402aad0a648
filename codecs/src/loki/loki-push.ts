/** A push request as both of its encodings hold it. */
export type LokiPairs = readonly (readonly [name: string, value: unknown])[]

export interface LokiEntry {
  /** Since 1970; 0 when the sender gave none. */
  readonly nanoseconds: bigint
  readonly line: string
  readonly metadata: LokiPairs
}

/** What reading a request calls, in the order of the lines. */
export interface LokiSink {
  /** The entries that follow are of the stream with these labels. */
  begin(labels: LokiPairs): void
  entry(entry: LokiEntry): void
  broken(reason: string, detail: string): void
}
