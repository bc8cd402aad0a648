/** Sends mail through the server that the settings name. */
export interface Mail {
  /** The setting's sender if missing. */
  readonly from?: string
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly replyTo?: string
  readonly subject: string
  readonly text?: string
  readonly html?: string
}

export interface Mailer {
  readonly isEnabled: boolean
  /** Of the settings; empty if none is set. */
  readonly from: string
  /** The address of the console for links in mails; empty if none is set. */
  readonly consoleUrl: string
  /** Rejects with a `LogyardError` that says what the mail server answered, or that mail is not set up. */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}
