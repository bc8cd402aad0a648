/**
 * Filters topics by a regular expression of a user. V8 stops it after a time limit, long before the thread of the input
 * would count as standing still.
 */
import { Script } from 'node:vm'
import { InputFailure } from '../transport.ts'

/** V8 measures elapsed time, and on a busy machine the thread may spend most of it waiting for a core. */
const LIMIT_MS = 2000

const filtering = new Script('filter()')

/** An expression that was stopped once does not run again. */
export function createTopicFilter(
  expression: RegExp,
  topicFilter: string,
): (topics: readonly string[]) => readonly string[] {
  let isTooSlow = false
  return (topics) => {
    let wanted: readonly string[] = []
    const filter = () => {
      wanted = topics.filter((topic) => !topic.startsWith('__') && expression.test(topic))
    }
    try {
      if (!isTooSlow) filtering.runInNewContext({ filter }, { timeout: LIMIT_MS })
    } catch (error) {
      if (!isTimeout(error)) throw error
      isTooSlow = true
    }
    if (isTooSlow) throw new InputFailure(`The topic filter ${topicFilter} takes too long. Simplify it.`)
    return wanted
  }
}

const isTimeout = (error: unknown) =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
