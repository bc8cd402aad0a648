/** Functions for those who write rules: lines of the log, counters. */

import { textOfValue } from '@logyard/languages/rules/values/text-of-value'
import { defineFunction, type PipelineParam } from '../evaluation/rule-run.ts'
import { anything, given, long, optional, text, textOf } from './params.ts'

/** Characters of a line in the server's log. */
const MAX_DEBUG_CHARACTERS = 10_000
const MAX_NAME_CHARACTERS = 200

const debug = defineFunction({
  name: 'debug',
  description: "Writes a value to the server's log.",
  example: { source: 'debug("got here");', result: 'log: PIPELINE DEBUG: got here' },
  params: [anything('value', 'The value.')],
  returns: 'Void',
  call([value], run) {
    const text = value == null ? 'Passed value is NULL.' : textOfValue(value)
    run.debug(`PIPELINE DEBUG: ${text.slice(0, MAX_DEBUG_CHARACTERS)}`)
    return null
  },
})

const counterName: PipelineParam<string> = {
  ...text('name', 'The name of the counter, which is shown after "org.graylog.rulemetrics.".'),
  preparedClass: 'com.codahale.metrics.Counter',
  prepare(value) {
    const name = textOf(value, 'name')
    if (name === '') throw new Error('The name of the counter is empty')
    if (name.length > MAX_NAME_CHARACTERS) {
      throw new Error(`The name of the counter has more than ${MAX_NAME_CHARACTERS} characters`)
    }
    return `org.graylog.rulemetrics.${name}`
  },
}

const metricCounterInc = defineFunction({
  name: 'metric_counter_inc',
  description: 'Adds to a counter, which is listed with the metrics of the node.',
  example: { source: 'metric_counter_inc("logins", 2);', result: 'counter org.graylog.rulemetrics.logins: + 2' },
  params: [counterName, optional(long('value', 'The number to add. 1 by default.'))],
  returns: 'Void',
  call([name, by], run) {
    run.count(given(name, 'name'), Number(by ?? 1n))
    return null
  },
})

export const debugFunctions = [debug, metricCounterInc]
