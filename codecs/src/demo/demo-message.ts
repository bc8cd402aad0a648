/** A made-up message, before it has a form on the wire. */
export interface DemoMessage {
  readonly timestampMs: number
  readonly source: string
  readonly message: string
  /** As syslog counts: 0 is an emergency, 3 an error, 6 of interest only. */
  readonly level: number
  readonly fullMessage?: string
  readonly fields: DemoFields
}

/** What does not apply is `undefined` and left out. GELF knows texts and numbers only. */
export interface DemoFields {
  /** What kind of log it comes from: streams tell them apart by it. */
  readonly log_type: 'web' | 'app' | 'database' | 'kubernetes' | 'auth' | 'firewall'
  readonly [name: string]: string | number | undefined
}

/** The message as a GELF document. */
export function demoGelf({ timestampMs, source, message, level, fullMessage, fields }: DemoMessage): string {
  const document: Record<string, unknown> = {
    version: '1.1',
    host: source,
    short_message: message,
    full_message: fullMessage,
    timestamp: timestampMs / 1000,
    level,
  }
  for (const name in fields) document[`_${name}`] = fields[name]
  return JSON.stringify(document)
}
