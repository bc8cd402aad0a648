import type { CreateExtractorRequest } from '@logyard/contract/extractors/extractors'
import { tryExtractor } from '@logyard/contract/extractors/try-extractor'
import type { Call } from '../../api/api-client.ts'
import { ApiError } from '../../api/api-error.ts'
import { apiFieldErrors } from '../../ui/form/api-field-errors.ts'

const AT_ONCE = 4

/** Asks the server which of them cannot run, and why; `undefined` for those that can. */
export async function checkExtractors(
  call: Call,
  inputId: string,
  requests: readonly (CreateExtractorRequest | undefined)[],
  signal: AbortSignal,
): Promise<readonly (string | undefined)[]> {
  const problems: (string | undefined)[] = requests.map(() => undefined)
  const left = [...requests.entries()]
  const work = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, request] = next
      if (request !== undefined) problems[index] = await problemOf(call, inputId, request, signal)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return problems
}

async function problemOf(
  call: Call,
  inputId: string,
  extractor: CreateExtractorRequest,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    await call(tryExtractor, { params: { inputId }, body: { extractor, sample: 0 }, signal, extendSession: false })
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    const fields = Object.values(apiFieldErrors(error) ?? {})
    return fields.length === 0 ? error.message : fields.join(' ')
  }
}
