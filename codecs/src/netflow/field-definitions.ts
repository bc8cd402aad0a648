/** Names and kinds of the fields of flows, by their number. */
const KINDS = [
  'unsigned',
  'signed',
  'float',
  'address',
  'mac',
  'text',
  'bytes',
  'opaque',
  'boolean',
  'seconds',
  'milliseconds',
  'ntp',
  'skip',
] as const
export type FieldKind = (typeof KINDS)[number]

export interface FieldDefinition {
  readonly name: string
  readonly kind: FieldKind
}

export type FieldDefinitions = ReadonlyMap<number, FieldDefinition>

/** Definitions as text, `8 ipv4_src_addr, 12 ipv4_dst_addr`, by kind. */
export type FieldLists = Readonly<Partial<Record<FieldKind, string>>>

/** Invalid items are skipped: they would come from a damaged payload. */
export function fieldDefinitions(lists: FieldLists): FieldDefinitions {
  const definitions = new Map<number, FieldDefinition>()
  for (const kind of KINDS) {
    for (const item of lists[kind]?.split(',') ?? []) {
      const [, id, name] = /^\s*(\d{1,5}) ([\w-]{1,64})\s*$/.exec(item) ?? []
      if (id !== undefined && name !== undefined) definitions.set(Number(id), { name, kind })
    }
  }
  return definitions
}

export function fieldLists(definitions: FieldDefinitions): FieldLists {
  const lists: Partial<Record<FieldKind, string>> = {}
  for (const [id, { name, kind }] of definitions) {
    const before = lists[kind]
    lists[kind] = `${before === undefined ? '' : `${before}, `}${id} ${name}`
  }
  return lists
}
