/** The calls to the server whose messages are copied. */
import { getProcessingHold, holdProcessing, resumeProcessing } from '@logyard/contract/processing/processing'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { serverRefused } from './copy-errors.ts'

export interface ServerApi {
  readonly address: string
  /** Pauses processing for a time; null has no limit. */
  hold(limitSeconds: number | null): Promise<Static<(typeof holdProcessing)['answers'][200]>>
  state(): Promise<Static<(typeof getProcessingHold)['answers'][200]>>
  resume(): Promise<void>
}

const TIMEOUT_MS = 20_000

/** `address` is that of the console, ending with a slash. */
export function createServerApi({ address, token }: { readonly address: string; readonly token: string }): ServerApi {
  async function call(operation: { readonly method: string; readonly path: string }, body?: object): Promise<unknown> {
    const answer = await reach(address, `${address}api${operation.path}`, {
      method: operation.method,
      headers: {
        // The API takes a token as a user name.
        authorization: `Basic ${Buffer.from(`${token}:token`).toString('base64')}`,
        accept: 'application/json',
        'x-requested-by': 'logyard store',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw serverRefused(address, `answers ${operation.path} with status ${answer.status}`)
    return text === '' ? null : JSON.parse(text)
  }
  const parsed = <S extends TSchema>(schema: S, value: unknown): Static<S> => {
    if (Value.Check(schema, value)) return value
    throw serverRefused(address, 'is not one of this version')
  }
  return {
    address,
    hold: async (limit_seconds) => parsed(holdProcessing.answers[200], await call(holdProcessing, { limit_seconds })),
    state: async () => parsed(getProcessingHold.answers[200], await call(getProcessingHold)),
    resume: async () => void (await call(resumeProcessing)),
  }
}

async function reach(address: string, url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch (error) {
    const { cause = error } = error instanceof Error ? error : {}
    throw serverRefused(address, `cannot be reached: ${cause instanceof Error ? cause.message : cause}`, {
      cause: error,
    })
  }
}
