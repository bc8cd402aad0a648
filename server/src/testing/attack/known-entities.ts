/** What an attacker knows when an attack begins: the ids of its own entities and of those of others. */

export type IdsByKind = Readonly<Record<string, readonly string[]>>

export interface KnownEntities {
  /** What the attacker may use; the first of a kind is the one for valid requests. */
  readonly own: IdsByKind
  /** What belongs to others. */
  readonly foreign: IdsByKind
  /** A stream that the attacker must not read. */
  readonly foreignStream: string
  readonly ownStream: string
  /** A file that nobody but the administrator of the machine may read. */
  readonly secretFile: string
  /** An address on this machine that notes each request to it. */
  readonly lure: string
}

/** The id of all parts that a client makes up itself, and the key of all maps: so a map always hits its part. */
export const LOCAL_ID = 'part'

export const ownOf = (known: KnownEntities, kind: string): string | undefined =>
  (known.own[kind] ?? known.foreign[kind])?.[0]

export const foreignIds = (known: KnownEntities): readonly string[] => [...new Set(Object.values(known.foreign).flat())]
