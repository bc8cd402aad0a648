/** Compiling and matching grok patterns of users, in a thread that can be stopped. */
import { compileGrok, type GrokValue } from '@logyard/languages/grok/compile-grok'
import { GrokSyntaxError } from '@logyard/languages/grok/grok-syntax-error'
import { boundedTask } from '../platform/bounded-runs/bounded-task.ts'
import { systemClock } from '../platform/clock.ts'
import type { Definitions, NamedPattern } from './pattern-references.ts'

interface GrokCheck {
  readonly patterns: readonly NamedPattern[]
  readonly definitions: Definitions
  readonly zone: string
}

interface GrokTry {
  readonly pattern: string
  readonly definitions: Definitions
  readonly namedCapturesOnly: boolean
  readonly zone: string
  readonly text: string
}

/** `captures` is undefined when the pattern does not match, `problem` when it is valid. */
export interface GrokOutcome {
  readonly problem?: string
  readonly captures?: ReadonlyMap<string, GrokValue> | undefined
}

interface GrokProblem {
  readonly name: string
  readonly problem: string
}

/** The first pattern that does not compile, and why. */
export function checkGrok({ patterns, definitions, zone }: GrokCheck): GrokProblem | undefined {
  for (const { name, pattern } of patterns) {
    const problem = problemOf(() => compileGrok(pattern, definitions, { namedCapturesOnly: false, zone }))
    if (problem !== undefined) return { name, problem }
  }
  return undefined
}

export function tryGrok({ pattern, definitions, namedCapturesOnly, zone, text }: GrokTry): GrokOutcome {
  let captures: ReadonlyMap<string, GrokValue> | undefined
  const problem = problemOf(() => {
    captures = compileGrok(pattern, definitions, { namedCapturesOnly, zone, now }).match(text)
  })
  return problem === undefined ? { captures } : { problem }
}

const now = () => systemClock.now().getTime()

function problemOf(compile: () => unknown): string | undefined {
  try {
    compile()
    return undefined
  } catch (error) {
    if (error instanceof GrokSyntaxError) return error.message
    throw error
  }
}

const url = import.meta.url
export const grokRuns = { check: boundedTask(url, checkGrok), try: boundedTask(url, tryGrok) }
