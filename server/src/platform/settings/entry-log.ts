/**
 * A log of entries beside the documents: entries are appended and numbered without gaps. An entry can be written in the
 * transaction of the commit that it is about. Each entry belongs to a chain of seals, that of the node that wrote it:
 * only that node knows which of them it may still rewrite.
 */

/** The facts by which entries are found; the rest of an entry is its text. */
export interface EntryFacts {
  readonly event: string
  /** The id of a user; empty for none. */
  readonly actor: string
  readonly username: string
  readonly outcome: string
  readonly entityType: string
  readonly entityId: string
  readonly title: string
  readonly address: string
}

export interface NewEntry {
  /** The node that writes it; empty in versions before there were several nodes. */
  readonly chain?: string
  readonly atMs: number
  readonly facts: EntryFacts
  /** JSON. */
  readonly body: string
}

export interface EntryWrite {
  readonly entry: NewEntry
  /** The entry to rewrite; a new one is appended without it. Entries that are sealed must not be rewritten. */
  readonly sequence?: number
  /** Called with the number of the entry once it is on the disk. */
  readonly onStored?: (sequence: number) => void
}

/** How entries of the audit log show changes of a collection. */
export interface AuditedAs {
  /** Names its documents in entries, as the events of operations do. It is stored with them, so it never changes. */
  readonly type: string
  /** The server changes documents by itself too, with entries: people of directories, configuration, indices. */
  readonly isChangedBySystem?: true
  /** Entries leave out the ids: the stored id of a session is a hash of its secret. */
  readonly hasSecretIds?: true
  /** Texts that often hold passwords, because hosts need them, and that are stored unencrypted. */
  readonly secretTexts?: readonly string[]
}

/** `note`: records that the server writes automatically beside an operation; no entry shows them. */
export type CollectionAudit = AuditedAs | 'note'

/** A document before and after a commit. The bodies are JSON as stored: secrets are sealed. */
export interface DocumentDiff {
  readonly audit: AuditedAs
  readonly kind: 'insert' | 'replace' | 'delete'
  readonly id: string
  readonly before: Readonly<Record<string, unknown>> | undefined
  readonly after: Readonly<Record<string, unknown>> | undefined
  /** Names of sealed fields whose values differ. */
  readonly changedSecrets: readonly string[]
}

/** Writes entries in the transaction of each commit; a commit fails with it. */
export interface CommitWitness {
  /** Whether the commit that is about to happen concerns it. */
  isInterestedIn(audit: AuditedAs): boolean
  entriesOf(changes: readonly DocumentDiff[]): readonly EntryWrite[]
}

export interface EntryFilter {
  /** Whole names, or `subject:*`. */
  readonly events?: readonly string[]
  /** A user name or the id of a user. */
  readonly user?: string
  readonly outcomes?: readonly string[]
  readonly entityType?: string
  /** The id of the entry's entity, or of one that its path or its changes name. */
  readonly entityId?: string
  /** An address or the start of one. */
  readonly address?: string
  /** Part of the event, user name, title, id or address, whatever its case. */
  readonly text?: string
}

export interface StoredEntry {
  readonly sequence: number
  readonly body: string
}

/** An entry with everything that its seal covers. */
export interface SealedEntry extends StoredEntry {
  /** JSON. */
  readonly facts: string
}

/** The proof that the entries of a chain up to a number are unchanged. */
export interface EntrySeal {
  readonly chain: string
  readonly lastSequence: number
  readonly hash: string
}

export interface EntryBounds {
  /** 0 when there are no entries. */
  readonly first: number
  readonly last: number
  readonly bytes: number
}

export interface EntryLog {
  write(entries: readonly EntryWrite[]): Promise<void>
  witness(witness: CommitWitness): Disposable
  bounds(): Promise<EntryBounds>
  /** The numbers in `from..to`, the newest first, at most `limit`, whose entries match. */
  find(filter: EntryFilter, range: { from: number; to: number; limit: number }): Promise<readonly number[]>
  /** Entries in the order of their numbers. */
  read(sequences: readonly number[]): Promise<readonly StoredEntry[]>
  /** The entries from a number on, oldest first; of one chain, or all. */
  readFrom(from: number, to: number, limit: number, chain?: string): Promise<readonly SealedEntry[]>
  /** How many entries there are after a number. */
  countAfter(sequence: number): Promise<number>
  /** The number of an entry up to which the `onStored` of each entry of this node was called. */
  settled(): Promise<number>
  /** All that have entries or seals. */
  chains(): Promise<readonly string[]>
  /** The number of the first entry at or after the time; one more than the last if there is none. */
  firstAt(atMs: number): Promise<number>
  /** Deletes from each chain the entries up to its last seal that ends at this number or before, and older seals. */
  deleteUpTo(sequence: number): Promise<void>
  /** How many entries that would be. */
  deletableUpTo(sequence: number): Promise<number>
  /** Writes nothing if another seal of the chain follows the one that this one builds on. */
  seal(seal: EntrySeal, before: EntrySeal | undefined): Promise<void>
  /** The newest seal; of one chain, or of all. */
  lastSeal(chain?: string): Promise<EntrySeal | undefined>
  /** The first seals that end after a number; of one chain, or of all. */
  sealsAfter(sequence: number, limit: number, chain?: string): Promise<readonly EntrySeal[]>
  /** A keyed hash of the parts, with a key that is derived from the secret key. */
  hash(parts: readonly string[]): string
}
