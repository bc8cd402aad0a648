import type { RunGuarded } from '../../streams/compile-stream-rule.ts'

/** A guard that fails the rule where one of its regular expressions is skipped because it ran out of time. */
export const throwingGuard =
  (runGuarded: RunGuarded): RunGuarded =>
  (test) => {
    let hasRun = false
    const result = runGuarded(() => {
      hasRun = true
      return test()
    })
    if (!hasRun) throw new Error('A regular expression takes too long on this message')
    return result
  }
