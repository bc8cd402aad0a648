/** A generated message, before encoding. */
export interface DemoMessage {
  readonly timestampMs: number
  readonly source: string
  readonly message: string
  /** Syslog severity: 0 is an emergency, 3 an error, 6 informational. */
  readonly level: number
  readonly fullMessage?: string
  readonly fields: DemoFields
}

/** Undefined fields are left out. GELF has only texts and numbers. */
export interface DemoFields {
  /** The kind of log, by which streams select messages. */
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
