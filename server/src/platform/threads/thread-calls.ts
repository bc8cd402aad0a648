/** Calls of functions across a port between two threads, in both directions. Input and output are plain data. */
import type { Transferable } from 'node:worker_threads'
import { type ErrorKind, LogyardError } from '../errors.ts'

/** The functions that one side offers to the other. `signal` fires when the caller has given up. */
export type CallableFunctions = Readonly<Record<string, (input: never, signal: AbortSignal) => unknown>>

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly transfer?: readonly Transferable[]
}

type InputOf<F extends (input: never, signal: AbortSignal) => unknown> = Parameters<F>[0]
type OutputOf<F extends (input: never, signal: AbortSignal) => unknown> = Awaited<ReturnType<F>>

export interface ThreadCalls<Theirs extends CallableFunctions> {
  /** Rejects with what the function throws, and with the reason of `signal` as soon as it fires. */
  call<Name extends keyof Theirs & string>(
    name: Name,
    input: InputOf<Theirs[Name]>,
    options?: CallOptions,
  ): Promise<OutputOf<Theirs[Name]>>
  /** Calls without waiting for an answer; what the function throws is lost. */
  tell<Name extends keyof Theirs & string>(
    name: Name,
    input: InputOf<Theirs[Name]>,
    transfer?: readonly Transferable[],
  ): void
  /** Rejects all calls under way and all further ones. Aborts what the other side has called. */
  close(reason: Error): void
}

/** A worker, or the port to its owner. */
export interface CallPort {
  postMessage(message: unknown, transfer: readonly Transferable[]): void
  on(event: 'message', listener: (message: Message<never>) => void): unknown
}

type Message<Value> =
  | { readonly kind: 'call'; readonly id: number; readonly name: string; readonly input: Value }
  | { readonly kind: 'tell'; readonly name: string; readonly input: Value }
  | { readonly kind: 'cancel'; readonly id: number }
  | Answer<Value>

type Answer<Output> =
  | { readonly kind: 'done'; readonly id: number; readonly output: Output }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError }

/** Errors lose their class and their own properties when they are posted. */
interface SentError {
  readonly name: string
  readonly message: string
  readonly stack: string | undefined
  readonly code: string | undefined
  readonly foreseen: ForeseenError | undefined
}

interface ForeseenError {
  readonly kind: ErrorKind
  readonly code: string
  readonly body: object | undefined
  readonly retryAfterSeconds: number | undefined
}

interface State {
  readonly port: CallPort
  readonly ours: CallableFunctions
  readonly pending: Map<number, PendingCall>
  /** What the other side has called and not cancelled. */
  readonly running: Map<number, AbortController>
  lastId: number
  closed: Error | undefined
}

interface PendingCall {
  settle(answer: Answer<never>): void
  reject(reason: unknown): void
}

export function connectCalls<Theirs extends CallableFunctions>(
  port: CallPort,
  ours: CallableFunctions,
): ThreadCalls<Theirs> {
  const state: State = { port, ours, pending: new Map(), running: new Map(), lastId: 0, closed: undefined }
  port.on('message', (message) => receive(state, message))
  return {
    call: (name, input, options) => call(state, name, input, options),
    tell(name, input, transfer = []) {
      if (state.closed === undefined) post(state, { kind: 'tell', name, input }, transfer)
    },
    close(reason) {
      state.closed ??= reason
      for (const { reject } of state.pending.values()) reject(reason)
      for (const controller of state.running.values()) controller.abort(reason)
    },
  }
}

const post = ({ port }: State, message: Message<unknown>, transfer: readonly Transferable[] = []): void =>
  port.postMessage(message, transfer)

function call<Output>(
  state: State,
  name: string,
  input: unknown,
  { signal, transfer }: CallOptions = {},
): Promise<Output> {
  if (state.closed !== undefined) return Promise.reject(state.closed)
  if (signal?.aborted === true) return Promise.reject(signal.reason)
  state.lastId += 1
  const id = state.lastId
  const result = Promise.withResolvers<Output>()
  const cancel = () => {
    state.pending.delete(id)
    if (state.closed === undefined) post(state, { kind: 'cancel', id })
    result.reject(signal?.reason)
  }
  const end = () => {
    state.pending.delete(id)
    signal?.removeEventListener('abort', cancel)
  }
  state.pending.set(id, {
    settle(answer: Answer<Output>) {
      end()
      if (answer.kind === 'done') result.resolve(answer.output)
      else result.reject(receivedError(answer.error))
    },
    reject(reason) {
      end()
      result.reject(reason)
    },
  })
  signal?.addEventListener('abort', cancel, { once: true })
  post(state, { kind: 'call', id, name, input }, transfer)
  return result.promise
}

function receive(state: State, message: Message<never>): void {
  switch (message.kind) {
    case 'call':
      void answer(state, message)
      return
    case 'tell':
      state.ours[message.name]?.(message.input, NEVER)
      return
    case 'cancel':
      state.running.get(message.id)?.abort(new Error('the caller has given up'))
      return
    default:
      state.pending.get(message.id)?.settle(message)
  }
}

async function answer(state: State, { id, name, input }: { id: number; name: string; input: never }): Promise<void> {
  const controller = new AbortController()
  state.running.set(id, controller)
  try {
    const called = state.ours[name]
    if (called === undefined) throw new Error(`the other thread has no function ${name}`)
    const output = await called(input, controller.signal)
    if (state.closed === undefined) post(state, { kind: 'done', id, output })
  } catch (error) {
    if (state.closed === undefined) post(state, { kind: 'failed', id, error: sentError(error) })
  } finally {
    state.running.delete(id)
  }
}

function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: String(error), stack: undefined, code: undefined, foreseen: undefined }
  }
  const { name, message, stack } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { name, message, stack, code, foreseen: foreseenOf(error) }
}

function foreseenOf(error: Error): ForeseenError | undefined {
  if (!(error instanceof LogyardError)) return undefined
  const { kind, code, body, retryAfterSeconds } = error
  return { kind, code, body, retryAfterSeconds }
}

function receivedError({ name, message, stack, code, foreseen }: SentError): Error {
  if (foreseen === undefined)
    return Object.assign(new Error(message), { name, stack, ...(code === undefined ? {} : { code }) })
  const { body, retryAfterSeconds } = foreseen
  return new LogyardError(foreseen.kind, foreseen.code, message, {
    ...(body === undefined ? {} : { body }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}

const NEVER = new AbortController().signal
