/** A log record, independent of the encoding of OTLP. */
export type OtlpAttributes = readonly (readonly [name: string, value: unknown])[]

export interface OtlpScope {
  readonly name: string
  readonly version: string
  readonly attributes: OtlpAttributes
}

/** Times are nanoseconds since 1970. 0, an empty text and `undefined` stand for missing values. */
export interface OtlpLogRecord {
  readonly timeNanoseconds: bigint
  readonly observedNanoseconds: bigint
  readonly severityNumber: number
  readonly severityText: string
  readonly body: unknown
  readonly attributes: OtlpAttributes
  readonly droppedAttributes: number
  readonly flags: number
  /** Ids in hex. */
  readonly traceId: string
  readonly spanId: string
  readonly eventName: string
}

/** Called while a request is read, in the order of its records. */
export interface OtlpSink {
  /** Sets the resource and scope of the records that follow. */
  begin(resource: OtlpAttributes, scope: OtlpScope): void
  record(record: OtlpLogRecord): void
  broken(reason: string, detail: string): void
}

export const NO_SCOPE: OtlpScope = { name: '', version: '', attributes: [] }

/** Values of attributes and bodies may be nested. */
export const MAX_VALUE_DEPTH = 32
