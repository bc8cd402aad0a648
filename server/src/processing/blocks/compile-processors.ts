import type { Message } from '../../store/messages/message.ts'
import type { GuardRegex } from '../../streams/compile-stream-rule.ts'
import { MESSAGE_FILTER_CHAIN, type ProcessingSettings } from '../settings/processing-settings.ts'
import { compileRouting } from './compile-routing.ts'
import { setField } from './normalise-fields.ts'
import type { RuleWatch } from './stream-rule-watch.ts'

/** Changes a message in place. Extractors, pipelines and lookups are processors too. */
export type Processor = (message: Message) => void

type CompileProcessor = (settings: ProcessingSettings, guard: GuardRegex, watch: RuleWatch) => Processor

/** By class name. One that is not here does nothing. */
const PROCESSORS: Readonly<Record<string, CompileProcessor>> = { [MESSAGE_FILTER_CHAIN]: compileFilterChain }

/** All that is on, in the configured order, as one function. */
export function compileProcessors(settings: ProcessingSettings, guard: GuardRegex, watch: RuleWatch): Processor {
  const processors = settings.processors.flatMap((name) => {
    const compile = Object.hasOwn(PROCESSORS, name) ? PROCESSORS[name] : undefined
    return compile === undefined ? [] : [compile(settings, guard, watch)]
  })
  return (message) => {
    for (const run of processors) run(message)
  }
}

function compileFilterChain(settings: ProcessingSettings, guard: GuardRegex, watch: RuleWatch): Processor {
  const addStaticFields = compileStaticFields(settings)
  const route = compileRouting(settings, guard, watch)
  return (message) => {
    addStaticFields(message)
    message.streams = route(message)
  }
}

/** A message keeps its own value: an input's static field is for those that have none. */
function compileStaticFields({ staticFields }: ProcessingSettings): Processor {
  const byInput = new Map(Object.entries(staticFields).map(([inputId, fields]) => [inputId, Object.entries(fields)]))
  return ({ inputId, fields }) => {
    for (const [name, value] of byInput.get(inputId) ?? []) {
      // These three every message has.
      if (name === 'message' || name === 'source' || name === 'timestamp') continue
      if (!fields.has(name)) setField(fields, name, value)
    }
  }
}
