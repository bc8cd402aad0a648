/** The parts of the client that the tests use; it has no types of its own. */
declare module 'splunk-logging' {
  export interface SplunkContext {
    readonly message: unknown
    readonly severity?: string
    readonly metadata?: Readonly<Record<string, unknown>>
  }
  export class Logger {
    constructor(config: { readonly token: string; readonly url: string; readonly maxBatchCount?: number })
    send(context: SplunkContext): void
    flush(callback: (error: unknown, response: unknown, body: unknown) => void): void
  }
}
