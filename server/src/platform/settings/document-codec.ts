import { Compile } from 'typebox/compile'
import { LogyardError } from '../errors.ts'
import type { SecretBox } from './secret-box.ts'
import type { CollectionSpec, Document } from './settings-store.ts'

const documentRefused = (kind: 'invalid' | 'unavailable', collection: string, id: string, reason: string) =>
  new LogyardError(
    kind,
    'document-refused',
    `${collection} ${id} does not have the shape that it should have: ${reason}`,
  )

/** Between a document and the text that is stored: checked on both ways, its secrets sealed on the way in. */
export interface DocumentCodec<T> {
  write(document: T): string
  read(body: string): T
}

export function createDocumentCodec<T extends Document, Key extends string>(
  spec: CollectionSpec<T, Key>,
  box: SecretBox,
): DocumentCodec<T> {
  const schema = Compile(spec.schema)
  const place = (id: string, field: string) => `${spec.name}/${id}/${field}`
  const isDocument = (value: unknown): value is T => schema.Check(value)
  const firstReason = (value: unknown) => {
    const [error] = schema.Errors(value)
    return error === undefined ? 'unknown' : `${error.instancePath || 'document'} ${error.message}`
  }
  return {
    write(document) {
      if (!isDocument(document)) throw documentRefused('invalid', spec.name, String(document), firstReason(document))
      const body: Record<string, unknown> = Object.fromEntries(Object.entries(document))
      for (const field of spec.secrets) {
        const value = body[field]
        if (typeof value === 'string') body[field] = box.seal(value, place(document.id, field))
      }
      return JSON.stringify(body)
    },
    read(text) {
      const body: Record<string, unknown> = JSON.parse(text)
      const id = String(body['id'])
      for (const field of spec.secrets) {
        const value = body[field]
        if (typeof value === 'string') body[field] = box.open(value, place(id, field))
      }
      if (!isDocument(body)) throw documentRefused('unavailable', spec.name, id, firstReason(body))
      return body
    },
  }
}
