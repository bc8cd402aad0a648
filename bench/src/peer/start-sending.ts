/** Starts the process that sends documents. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { BulkReport, BulkSending } from './bulk-sender.ts'

const SENDER = fileURLToPath(new URL('./bulk-sender.ts', import.meta.url))

interface Sent {
  readonly startedAtMs: number
  readonly endedAtMs: number
  /** Requests that the receiver rejected because it was overloaded, and that were sent again. */
  readonly refused: number
}

export interface Sender extends Disposable {
  /** Begins to send, and resolves once all documents are accepted. */
  run(): Promise<Sent>
  /** Documents accepted so far. */
  sent(): number
}

/** Resolves once the requests are prepared. */
export async function startSending(sending: BulkSending): Promise<Sender> {
  const child = fork(SENDER)
  let sent = 0
  const prepared = Promise.withResolvers<void>()
  const done = Promise.withResolvers<Sent>()
  done.promise.catch(() => undefined)
  child.on('message', (report: BulkReport) => {
    if (report.kind === 'prepared') prepared.resolve()
    else if (report.kind === 'progress') sent = report.sent
    else {
      sent = sending.documents
      done.resolve(report)
    }
  })
  child.on('exit', (code, signal) => {
    const ended = new Error(`the sender ended with ${code ?? signal}`)
    prepared.reject(ended)
    done.reject(ended)
  })
  child.send(sending)
  await prepared.promise
  return {
    run() {
      child.send('go')
      return done.promise
    },
    sent: () => sent,
    [Symbol.dispose]: () => void child.kill('SIGKILL'),
  }
}
