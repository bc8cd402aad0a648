export interface HttpResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Anything but text and bytes is sent as JSON. */
  readonly body?: string | Uint8Array | object
}

export interface HttpOptions {
  readonly maxBodyBytes: number
  /** Limit of a decompressed body. */
  readonly maxUnpackedBytes: number
}
