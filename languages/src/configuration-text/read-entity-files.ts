/** Files of a configuration as text: YAML with an entity for each document, or a rule. */
import type { NamedEntity } from '@logyard/contract/content-packs/configuration-text'
import type { ModelType } from '@logyard/contract/content-packs/model-types'
import { RULE_FILE, ruleOf } from './rule-file.ts'

export interface TextFile {
  readonly name: string
  readonly text: string
}

export interface FileProblem {
  readonly file: string
  readonly kind: 'syntax' | 'noEntity'
  /** Message of the parser. */
  readonly detail: string
}

export interface ReadFiles {
  readonly entities: readonly NamedEntity[]
  readonly problems: readonly FileProblem[]
}

/** The function `parseAllDocuments` of the package `yaml`. */
export type ParseDocuments = (
  text: string,
  options: { readonly uniqueKeys: true },
) => { readonly empty: true } | readonly YamlDocument[]

interface YamlDocument {
  readonly errors: readonly Error[]
  toJS(options: { readonly maxAliasCount: number }): unknown
}

/** More aliases would expand a small file to a huge value. */
const MAX_ALIASES = 100

/** Never throws: a file that cannot be read is a problem with its name. */
export function readEntityFiles(files: readonly TextFile[], parseDocuments: ParseDocuments): ReadFiles {
  const entities: NamedEntity[] = []
  const problems: FileProblem[] = []
  for (const file of files) {
    try {
      for (const entity of entitiesIn(file, parseDocuments)) {
        if (entity === undefined) problems.push({ file: file.name, kind: 'noEntity', detail: '' })
        else entities.push(entity)
      }
    } catch (error) {
      problems.push({ file: file.name, kind: 'syntax', detail: firstLine(error) })
    }
  }
  return { entities, problems }
}

const entitiesIn = ({ name, text }: TextFile, parseDocuments: ParseDocuments): readonly (NamedEntity | undefined)[] =>
  RULE_FILE.test(name) ? [ruleOf(text)] : valuesOf(text, parseDocuments).map(entityOf)

const firstLine = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/** A document is an entity, or a bundle of entities as the API gives it. JSON is YAML, too. */
function valuesOf(text: string, parseDocuments: ParseDocuments): readonly unknown[] {
  const documents = parseDocuments(text, { uniqueKeys: true })
  if ('empty' in documents) return []
  return documents.flatMap((document) => {
    const [error] = document.errors
    if (error !== undefined) throw error
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES })
    if (value === null || value === undefined) return []
    const entities: unknown = typeof value === 'object' ? Reflect.get(value, 'entities') : undefined
    return Array.isArray(entities) ? entities : [value]
  })
}

const PROPERTIES: ReadonlySet<string> = new Set(['type', 'name', 'data'])

/** Checks only the properties that make an entity: the server checks the data. */
function entityOf(value: unknown): NamedEntity | undefined {
  if (typeof value !== 'object' || value === null || Object.keys(value).some((key) => !PROPERTIES.has(key)))
    return undefined
  const type = modelTypeOf(Reflect.get(value, 'type'))
  const name: unknown = Reflect.get(value, 'name')
  const data: unknown = Reflect.get(value, 'data')
  return type === undefined || typeof name !== 'string' || data === undefined ? undefined : { type, name, data }
}

/** Versions of the types whose usual version is not 1. */
const USUAL_VERSIONS: Readonly<Record<string, string>> = { dashboard: '2' }

/** `{ name: stream, version: 1 }`, or in short `stream` or `stream/1`. */
function modelTypeOf(type: unknown): ModelType | undefined {
  if (typeof type === 'string') {
    const [name = '', version = USUAL_VERSIONS[name] ?? '1'] = type.split('/')
    return name === '' ? undefined : { name, version }
  }
  if (typeof type !== 'object' || type === null) return undefined
  const name: unknown = Reflect.get(type, 'name')
  const version: unknown = Reflect.get(type, 'version')
  return typeof name === 'string' && (typeof version === 'string' || typeof version === 'number')
    ? { name, version: String(version) }
    : undefined
}
