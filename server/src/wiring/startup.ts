import type { Clock } from '../platform/clock.ts'

/** The parts that run so far, and how long each took to start. Disposing stops them in the opposite order. */
export interface Startup extends AsyncDisposable {
  readonly durationsMs: Readonly<Record<string, number>>
  /** Stops `part` with the rest. */
  use<Part extends Disposable | AsyncDisposable>(part: Part): Part
  /** Makes a part, notes how long that took, and stops the part with the rest. */
  start<Part extends Disposable | AsyncDisposable>(name: string, make: () => Part | Promise<Part>): Promise<Part>
  /** Hands the parts to the caller, who disposes of them from now on. */
  move(): AsyncDisposable
}

export function createStartup(clock: Clock): Startup {
  const parts = new AsyncDisposableStack()
  const durationsMs: Record<string, number> = {}
  return {
    durationsMs,
    use: (part) => parts.use(part),
    async start(name, make) {
      const startedAtMs = clock.monotonicMs()
      const part = parts.use(await make())
      durationsMs[name] = Math.round(clock.monotonicMs() - startedAtMs)
      return part
    },
    move: () => parts.move(),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}
