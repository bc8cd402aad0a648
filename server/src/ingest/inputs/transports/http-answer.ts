export interface HttpAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, when it is neither text nor bytes. */
  readonly body?: string | Uint8Array | object
}

export interface HttpOptions {
  readonly maxBodyBytes: number
  /** What a packed body may become. */
  readonly maxUnpackedBytes: number
  readonly allowHeaders?: string
}
