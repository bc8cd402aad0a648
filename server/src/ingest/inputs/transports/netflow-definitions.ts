/**
 * Reads names of NetFlow v9 fields from a YAML file: `8: [":ip4_addr", ":ipv4_src_addr"]` or, for a number of bytes,
 * `1: [4, ":in_bytes"]`. Fields of the type `:skip` are not stored. Other keys, such as `option`, are ignored.
 */
import type { FieldDefinition, FieldDefinitions, FieldKind } from '@logyard/codecs/netflow/field-definitions'
import { parse, YAMLParseError } from 'yaml'
import { InputFailure, type InputFiles } from './transport.ts'

/** The used ones are written to each payload. */
const MAX_DEFINITIONS = 600

const KINDS: Readonly<Record<string, FieldKind>> = {
  ip4_addr: 'address',
  ip6_addr: 'address',
  mac_addr: 'mac',
  string: 'text',
  octet_array: 'bytes',
  application_id: 'bytes',
  application_id64: 'bytes',
  mpls_label_stack_octets: 'bytes',
  skip: 'skip',
}

export async function readNetflowDefinitions(path: string, files: InputFiles): Promise<FieldDefinitions> {
  const text = (await files.read(path, 'The file of field definitions')).toString('utf8')
  const document = parseYaml(path, text)
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw new InputFailure(`The field definitions ${path} are not a map of field numbers`)
  }
  const definitions = new Map<number, FieldDefinition>()
  for (const [key, value] of Object.entries(document)) {
    if (!/^\d{1,5}$/.test(key)) continue
    const definition = definitionOf(value)
    if (definition === undefined) {
      throw new InputFailure(
        `Field ${key} of ${path} is not a type and a name, such as [":ip4_addr", ":ipv4_src_addr"]`,
      )
    }
    definitions.set(Number(key), definition)
  }
  if (definitions.size === 0) throw new InputFailure(`There are no field definitions in ${path}`)
  if (definitions.size > MAX_DEFINITIONS) throw new InputFailure(`${path} defines more than ${MAX_DEFINITIONS} fields`)
  return definitions
}

function definitionOf(value: unknown): FieldDefinition | undefined {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value]
  const [type, name] = parts.map((part) => (typeof part === 'string' ? part.replace(/^:/, '') : part))
  const kind = kindOf(type)
  if (kind === 'skip') return { name: 'skip', kind }
  return kind === undefined || typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name) ? undefined : { name, kind }
}

function kindOf(type: unknown): FieldKind | undefined {
  if (typeof type === 'number') return 'unsigned'
  if (typeof type !== 'string') return undefined
  if (/^int\d+$/.test(type)) return 'signed'
  if (/^float\d*$|^double$/.test(type)) return 'float'
  return Object.hasOwn(KINDS, type) ? KINDS[type] : 'unsigned'
}

function parseYaml(path: string, text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    // Aliases that expand without end are a ReferenceError.
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error
    // The text of the error quotes the file, which may be any file of the machine.
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    throw new InputFailure(
      `The field definitions ${path} are not YAML${line === undefined ? '' : `: see line ${line}`}`,
    )
  }
}
