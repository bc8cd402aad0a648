import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { TestContext } from 'vitest'
import type { DebianProgram, NoProgram } from './debian-program.ts'

const execute = promisify(execFile)

/** Returns the program, or skips the test with the reason. */
export function present(context: TestContext, program: DebianProgram | NoProgram): DebianProgram {
  if (!('missing' in program)) return program
  console.warn(`not run, ${program.missing}`)
  return context.skip(program.missing)
}

/** Runs a program to its end; returns its output. */
export async function runProgram({ path, env }: DebianProgram, args: readonly string[]): Promise<string> {
  const { stdout } = await execute(path, [...args], { env })
  return stdout
}

export interface RunningProgram extends AsyncDisposable {
  /** All output so far. */
  output(): string
}

/** A program that runs in the foreground until it is disposed. */
export function startProgram({ path, env }: DebianProgram, args: readonly string[]): RunningProgram {
  const child = spawn(path, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  child.on('error', (error) => {
    output += String(error)
  })
  return {
    output: () => output,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
