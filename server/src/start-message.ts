/** The lines that tell a person how to reach the server. */

export interface StartFacts {
  readonly version: string
  readonly url: string
  /** The generated password of `admin`, until its first use. */
  readonly unusedPassword: string | undefined
  readonly dataFolder: string
  /** `undefined` if the log goes to standard error. */
  readonly logFile: string | undefined
}

/** Text for programs that start the server: one line for each fact. */
export function plainStartMessage({ url, unusedPassword }: StartFacts): string {
  const ready = `Logyard is ready: ${url}`
  if (unusedPassword === undefined) return ready
  return `${ready}\nSign in as admin with the password ${unusedPassword} (shown until the first sign-in)`
}

/** Text for a terminal: what to open and how to sign in, in a box. */
export function boxedStartMessage({ version, url, unusedPassword, dataFolder, logFile }: StartFacts): string {
  const signIn =
    unusedPassword === undefined
      ? []
      : ['User      admin', `Password  ${unusedPassword}`, '', 'The password is shown until the first sign-in.']
  const lines = [`Logyard ${version} is ready`, '', `Open      ${url}`, ...signIn]
  const below = [
    `Data      ${dataFolder}`,
    ...(logFile === undefined ? [] : [`Log       ${logFile}`]),
    'Stop      Ctrl-C',
  ]
  return ['', ...boxed(lines), ...below.map((line) => `  ${line}`), ''].join('\n')
}

export function boxed(lines: readonly string[]): readonly string[] {
  const width = Math.max(...lines.map((line) => line.length))
  const border = '─'.repeat(width + 2)
  return [`┌${border}┐`, ...lines.map((line) => `│ ${line.padEnd(width)} │`), `└${border}┘`]
}
