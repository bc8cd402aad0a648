/** Why a command ends before it is done. Everything that it started ends with the signal of its controller. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  readonly exitCode: number

  constructor(exitCode: number) {
    super('The command was stopped.')
    this.exitCode = exitCode
  }
}

/** As a shell reports a program that a signal ended. */
const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const
const SIGPIPE_EXIT = 141

/** Nothing reads what the command writes. */
export const pipeClosed = () => new Stopped(SIGPIPE_EXIT)
/** The user has left the pager. */
export const pagerLeft = () => new Stopped(0)

/** A controller that is aborted by the signals that end programs. A shell and a parent may both send them. */
export function stopOnSignals(): AbortController {
  const stop = new AbortController()
  for (const [name, code] of Object.entries(SIGNALS)) process.on(name, () => stop.abort(new Stopped(code)))
  return stop
}
