import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'

/** The first line of the standard input; what a user types is not shown. */
export async function readHiddenLine(prompt: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: isTerminal })
  // After the terminal was told not to show what is typed.
  if (isTerminal) process.stderr.write(prompt)
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('close', () => resolve(''))
      lines.once('SIGINT', () => reject(new Error('No token was given.')))
    })
  } finally {
    lines.close()
    if (isTerminal) process.stderr.write('\n')
  }
}
