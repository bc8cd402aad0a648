import { Compile } from 'typebox/compile'
import { LogyardError } from '../errors.ts'
import type { SecretBox } from './secret-box.ts'
import type { CollectionSpec, Document } from './settings-store.ts'

/** The stored document is damaged, or was not written by this program. */
export const documentDamaged = (collection: string, id: string, reason: string, options?: ErrorOptions) =>
  new LogyardError('unavailable', 'document-damaged', `The stored ${collection} ${id} is damaged: ${reason}`, options)

/** Converts documents to stored text and back: validates both ways, and encrypts and decrypts secrets. */
export interface DocumentCodec<T> {
  /** Throws unless the value is a document of the collection: an error of the program, not of the user. */
  check(document: unknown): T
  write(document: T): string
  read(id: string, text: string): T
  /** The values without validation; fields that were secrets when written are decrypted. */
  open(id: string, text: string, secrets: readonly string[]): Readonly<Record<string, unknown>>
}

export function createDocumentCodec<T extends Document, Key extends string>(
  spec: CollectionSpec<T, Key>,
  box: SecretBox,
): DocumentCodec<T> {
  const schema = Compile(spec.schema)
  const place = (id: string, field: string) => `${spec.name}/${id}/${field}`
  const isDocument = (value: unknown): value is T => schema.Check(value)
  /** Names the field and the rule, never the value: it may be a secret. */
  const firstReason = (value: unknown) => {
    const [error] = schema.Errors(value)
    return error === undefined ? 'unknown' : `${error.instancePath || 'document'} ${error.message}`
  }

  function open(id: string, text: string, secrets: readonly string[]): Record<string, unknown> {
    try {
      const body: Record<string, unknown> = JSON.parse(text)
      for (const field of secrets) {
        const value = body[field]
        if (typeof value === 'string') body[field] = box.open(value, place(id, field))
      }
      return body
    } catch (error) {
      throw documentDamaged(spec.name, id, 'it cannot be read', { cause: error })
    }
  }

  return {
    open,
    check(document) {
      if (isDocument(document)) return document
      throw new TypeError(`${spec.name} cannot hold this document: ${firstReason(document)}`)
    },
    write(document) {
      const body: Record<string, unknown> = Object.fromEntries(Object.entries(document))
      for (const field of spec.secrets) {
        const value = body[field]
        if (typeof value === 'string') body[field] = box.seal(value, place(document.id, field))
      }
      return JSON.stringify(body)
    },
    read(id, text) {
      const body = open(id, text, spec.secrets)
      if (!isDocument(body)) throw documentDamaged(spec.name, id, firstReason(body))
      if (body.id !== id) throw documentDamaged(spec.name, id, 'it has the id of another')
      return body
    },
  }
}
