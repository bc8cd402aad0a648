/** The types of conditions that definitions can have. */
import type { ProcessorConfig } from '@logyard/contract/events/processor-configs'
import type { EventProcessor } from './event-processor.ts'

/** A processor whose config has been matched to its type. */
export type AnyEventProcessor = EventProcessor<ProcessorConfig>

export type EventProcessors = ReturnType<typeof createEventProcessors>

/** Gives a processor only configs of its own type. */
export function anyProcessor<Config extends ProcessorConfig>(processor: EventProcessor<Config>): AnyEventProcessor {
  const own = (config: ProcessorConfig): Config => {
    if (!isOf(processor, config)) throw new TypeError(`${processor.type} was given a config of ${config.type}`)
    return config
  }
  return {
    ...processor,
    normalise: (config) => processor.normalise(own(config)),
    problems: (config) => processor.problems(own(config)),
    streamsOf: (config) => processor.streamsOf(own(config)),
    timing: (config) => processor.timing(own(config)),
    evaluate: (input) => processor.evaluate({ ...input, config: own(input.config) }),
  }
}

const isOf = <Config extends ProcessorConfig>(
  { type }: EventProcessor<Config>,
  config: ProcessorConfig,
): config is Config => config.type === type

export function createEventProcessors(processors: readonly AnyEventProcessor[]) {
  return {
    /** The processor of the config's type; other values than the type are not inspected. */
    find: ({ type }: { readonly type?: unknown }) => processors.find((processor) => processor.type === type),
    list: () => processors,
  }
}
