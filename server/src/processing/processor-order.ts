/** In which order message processors run, and which of them are switched off: of all nodes, and stored. */
import {
  type MessageProcessorsConfig,
  PROCESSORS_CONFIG_KEY,
  StoredProcessorsConfig,
} from '@logyard/contract/processing/message-processors'
import type { ClusterConfig } from '../cluster-config/cluster-config.ts'
import { createListeners } from '../platform/listeners.ts'
import { createMutex } from '../platform/mutex.ts'

export type ProcessorOrder = Awaited<ReturnType<typeof createProcessorOrder>>

export interface NamedProcessor {
  readonly className: string
  /** Name for users. */
  readonly name: string
}

export async function createProcessorOrder(deps: {
  readonly processors: readonly NamedProcessor[]
  readonly clusterConfig: Pick<ClusterConfig, 'register' | 'get'>
}) {
  const names = new Map(deps.processors.map(({ className, name }) => [className, name]))
  const complete = (stored: StoredProcessorsConfig | undefined) => withAll(stored, [...names.keys()])
  const document = deps.clusterConfig.register({
    key: PROCESSORS_CONFIG_KEY,
    draft: StoredProcessorsConfig,
    document: StoredProcessorsConfig,
    default: undefined,
    complete,
  })
  const listeners = createListeners()
  let enabled: readonly string[] = []

  const inTurn = createMutex()

  async function readAndPublish(): Promise<void> {
    const { processor_order, disabled_processors } = complete(await document.read())
    enabled = processor_order.filter((name) => !disabled_processors.includes(name))
    listeners.notify()
  }

  const publish = () => inTurn(readAndPublish)
  await publish()
  const subscription = document.onChange(publish)
  return {
    async read() {
      const { processor_order, disabled_processors } = complete(await document.read())
      const order = processor_order.map((className) => ({ name: names.get(className) ?? '', class_name: className }))
      return { processor_order: order, disabled_processors }
    },
    /** Is in effect for later messages when it resolves. Ignores unknown processors, and adds those that are missing. */
    async replace({ processor_order, disabled_processors }: MessageProcessorsConfig) {
      const order = processor_order.map(({ class_name }) => class_name)
      await deps.clusterConfig.get(PROCESSORS_CONFIG_KEY).replace({ processor_order: order, disabled_processors })
      await publish()
    },
    /** The class names of the enabled processors in their order, as of the last change. */
    enabled: () => enabled,
    onChange: listeners.add,
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  }
}

/** Without unknown processors, each once, and with those that are missing at the end, by class name. */
function withAll(stored: StoredProcessorsConfig | undefined, all: readonly string[]): StoredProcessorsConfig {
  const known = (names: readonly string[] = []) => [...new Set(names)].filter((name) => all.includes(name))
  const order = known(stored?.processor_order)
  const missing = all.filter((name) => !order.includes(name)).sort(ignoringCase)
  return { processor_order: [...order, ...missing], disabled_processors: known(stored?.disabled_processors) }
}

const ignoringCase = (a: string, b: string): number => {
  const [x, y] = [a.toLowerCase(), b.toLowerCase()]
  return x < y ? -1 : x > y ? 1 : 0
}
