/** The changes of a commit, as entries show them: bounded, and without secrets. */
import { type EntityChange, type FieldChange, MASKED } from '@logyard/contract/audit/audit-entry'
import { isSecretName } from '../platform/secret-names.ts'
import type { DocumentDiff } from '../platform/settings/entry-log.ts'

const MAX_FIELDS = 30
const MAX_VALUE_LENGTH = 200
const MAX_DEPTH = 4
const MAX_TITLE_LENGTH = 200
const TITLES = ['title', 'name', 'username', 'index_name', 'key'] as const
/** `password: "…"` in rules and other long texts, which are JSON here: with `\"` for a quote. */
const ASSIGNED_SECRET =
  /((?:passw(?:or)?d|passwd|passphrase|pwd|secret|token|credential|api_?key)[\w.-]{0,40}(?:\\?["'])?\s{0,5}[:=](?!=)\s{0,5})(?:(\\"|')(?:(?!\2).){1,1000}|[^\s"'\\,;]+)/gi
/** Paths and parameters of URLs often hold tokens. */
const URL_REST = /(\b[a-z][a-z0-9+.-]*:\/\/)(?:[^/\s"@]*@)?([^/\s"?#]+)[/?#][^\s"]*/gi

type Json = Readonly<Record<string, unknown>>

const KINDS = { insert: 'created', replace: 'changed', delete: 'deleted' } as const

/** Undefined for a document that was written without a change. */
export function entityChangeOf(diff: DocumentDiff): EntityChange | undefined {
  const { audit, kind, id, before, after } = diff
  const secrets = [...diff.changedSecrets, ...changedTexts(diff)]
  const fields = [
    ...fieldChanges(without(before ?? {}, secrets), without(after ?? {}, secrets)),
    ...secrets.map((field) => ({
      field,
      before: before?.[field] === undefined || before[field] === null ? null : MASKED,
      after: after?.[field] === undefined || after[field] === null ? null : MASKED,
    })),
  ]
  if (kind === 'replace' && fields.length === 0) return undefined
  return {
    type: audit.type,
    id: audit.hasSecretIds === true ? '' : id,
    title: titleOf(after ?? before ?? {}),
    kind: KINDS[kind],
    fields: fields.slice(0, MAX_FIELDS),
    more_fields: Math.max(0, fields.length - MAX_FIELDS),
  }
}

const changedTexts = ({ audit, before, after }: DocumentDiff): readonly string[] =>
  (audit.secretTexts ?? []).filter((name) => !isSame(before?.[name], after?.[name]))

/** The id is shown already; sealed values differ with each write. */
function without(document: Json, secrets: readonly string[]): Json {
  return Object.fromEntries(
    Object.entries(document).filter(([name, value]) => name !== 'id' && !secrets.includes(name) && !isSealed(value)),
  )
}

const isSealed = (value: unknown) => typeof value === 'string' && value.startsWith('secret:1:')

function titleOf(document: Json): string {
  for (const name of TITLES) {
    const title = document[name]
    if (typeof title === 'string' && title !== '') return withoutSecretParts(title).slice(0, MAX_TITLE_LENGTH)
  }
  return ''
}

function fieldChanges(before: Json, after: Json, path = '', depth = 1): FieldChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => {
    // Names such as `constructor` are those of properties that every object inherits.
    const [old, wanted] = [before, after].map((one) => (Object.hasOwn(one, name) ? one[name] : undefined))
    if (isSame(old, wanted)) return []
    const field = path === '' ? name : `${path}.${name}`
    if (isSecretName(name)) return [{ field, before: maskedOf(old), after: maskedOf(wanted) }]
    const parts = [old, wanted].filter((value) => value !== undefined && value !== null)
    if (depth < MAX_DEPTH && parts.every(isObject)) {
      return fieldChanges(isObject(old) ? old : {}, isObject(wanted) ? wanted : {}, field, depth + 1)
    }
    return [{ field, before: shown(old), after: shown(wanted) }]
  })
}

/** A missing field and `null` are the same to a reader. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const maskedOf = (value: unknown) => (value === undefined || value === null || value === '' ? null : MASKED)

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = withoutSecretParts(JSON.stringify(value, masking))
  return text.length <= MAX_VALUE_LENGTH ? text : `${text.slice(0, MAX_VALUE_LENGTH)}…`
}

const masking = (name: string, value: unknown): unknown =>
  name !== '' && isSecretName(name) && value !== null && value !== '' ? MASKED : value

const withoutSecretParts = (text: string) =>
  text.replaceAll(URL_REST, '$1$2/…').replaceAll(ASSIGNED_SECRET, `$1$2${MASKED}`)
