/** A log record as both encodings of OTLP hold it. */
export type OtlpAttributes = readonly (readonly [name: string, value: unknown])[]

export interface OtlpScope {
  readonly name: string
  readonly version: string
  readonly attributes: OtlpAttributes
}

/** Times are nanoseconds since 1970; 0, an empty text and `undefined` are what was not sent. */
export interface OtlpLogRecord {
  readonly timeNanoseconds: bigint
  readonly observedNanoseconds: bigint
  readonly severityNumber: number
  readonly severityText: string
  readonly body: unknown
  readonly attributes: OtlpAttributes
  readonly droppedAttributes: number
  readonly flags: number
  /** In hex. */
  readonly traceId: string
  readonly spanId: string
  readonly eventName: string
}

/** What reading a request calls, in the order of the records. */
export interface OtlpSink {
  /** The records that follow are from this resource and scope. */
  begin(resource: OtlpAttributes, scope: OtlpScope): void
  record(record: OtlpLogRecord): void
  broken(reason: string, detail: string): void
}

export const NO_SCOPE: OtlpScope = { name: '', version: '', attributes: [] }

/** Values of attributes and bodies may hold each other. */
export const MAX_VALUE_DEPTH = 32
