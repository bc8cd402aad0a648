/** The calls that follow a successful one: read the new ids, and retry operations that it may have made accessible. */
import type { OperationSpec } from '@logyard/contract/http/operation'
import type { Answered, Attempt } from './attempt.ts'
import { kindOfName, pathParameters } from './entity-kinds.ts'
import { baseAttempt } from './plan-attack.ts'
import { isSchema } from './shapes.ts'

interface FoundId {
  readonly kind: string
  readonly id: string
}

export function followUps(
  attempt: Attempt,
  answered: Answered,
  operations: readonly OperationSpec[],
): readonly Attempt[] {
  const { op, caller, params } = attempt
  if (op.method === 'GET' || answered.status >= 300) return []
  const given = new Set(Object.values(params))
  const ids = [...answeredIds(op, answered).filter(({ id }) => !given.has(id)), ...foreignIdsIn(attempt)]
  return ids.flatMap(({ kind, id }) =>
    operations.flatMap((next) => {
      const parameter = pathParameters(next.path).find((each) => each.kind === kind)
      if (parameter === undefined || !isReading(next) || caller.credentials === undefined) return []
      const base = baseAttempt(next, caller)
      return [
        {
          ...base,
          params: { ...base.params, [parameter.name]: id },
          about: `{${parameter.name}} after: ${attempt.about}`,
        },
      ]
    }),
  )
}

/** Accepts an id under any name, and may return the entity behind it. */
const isReading = ({ method, body, bodyOptional }: OperationSpec) =>
  method === 'GET' || (method === 'POST' && (bodyOptional === true || body !== undefined))

/** The kind of an id is told by its key, or by the title of the answer around it: the id of a `SearchJob` is a job's. */
function answeredIds({ path, answers }: OperationSpec, { status, text }: Answered): readonly FoundId[] {
  const schema = answers[status]
  const title = isSchema(schema) ? String(schema['title'] ?? '').toLowerCase() : ''
  return Object.entries(objectOf(text)).flatMap(([key, id]): FoundId[] => {
    if (typeof id !== 'string') return []
    if (key !== 'id') return /_id$|^ticket$/.test(key) ? [{ kind: kindOfName(key), id }] : []
    const created = pathParameters(`${path}/{id}`).at(-1)?.kind ?? ''
    const titled = KINDS_BY_TITLE.filter((kind) => title.endsWith(kind))
    return [...new Set([created, ...titled])].map((kind) => ({ kind, id }))
  })
}

const KINDS_BY_TITLE = [
  'job',
  'search',
  'view',
  'stream',
  'input',
  'output',
  'decorator',
  'indexset',
  'user',
  'role',
  'token',
]

function objectOf(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Ids of others in the request that the server accepted. */
function foreignIdsIn({ caller, body, query }: Attempt): readonly FoundId[] {
  const text = JSON.stringify([body, query])
  return Object.entries(caller.known.foreign).flatMap(([kind, ids]) =>
    ids.filter((id) => text.includes(JSON.stringify(id))).map((id) => ({ kind, id })),
  )
}
