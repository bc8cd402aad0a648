import type { Engine } from './engine.ts'

/**
 * Aborts when the engine goes down, until it is disposed. A cluster that hangs leaves its connections open: a statement
 * must not wait for them once the cluster counts as down.
 */
export function untilDown({ onState }: Pick<Engine, 'onState'>): Disposable & { readonly signal: AbortSignal } {
  const down = new AbortController()
  const subscription = onState((state) => void (state === 'down' && down.abort()))
  return { signal: down.signal, [Symbol.dispose]: () => subscription[Symbol.dispose]() }
}
