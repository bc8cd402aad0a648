/** The program of a thread for bounded runs: imports a module, calls one of its functions and posts the output. */
import { ownerPort, threadData } from '../threads/thread-data.ts'

export interface RunRequest {
  readonly module: string
  readonly name: string
  readonly input: unknown
}

/** `started` is posted once the module is loaded, so that loading does not count as run time. */
export type RunReport<Output> =
  | { readonly kind: 'started' }
  | { readonly kind: 'done'; readonly output: Output }
  | { readonly kind: 'failed'; readonly error: unknown }

threadData<undefined>()
const port = ownerPort()
const post = (report: RunReport<unknown>) => port.postMessage(report)

async function run({ module, name, input }: RunRequest): Promise<void> {
  try {
    const functions: Readonly<Record<string, (input: unknown) => unknown>> = await import(module)
    const called = functions[name]
    if (called === undefined) throw new Error(`${module} exports no ${name}`)
    post({ kind: 'started' })
    post({ kind: 'done', output: await called(input) })
  } catch (error) {
    post({ kind: 'failed', error })
  }
}

port.on('message', (request: RunRequest) => void run(request))
